/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TestContexts;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A JVM whose locale has only ASCII file names, and files with others. */
@Timeout(300)
class FileNameEncodingTest {
    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    /** Sends the files of a directory; prints the failures. */
    static final class Application {
        private Application() {}

        public static void main(String[] arguments) throws IOException {
            try (DefaultCamelContext context = TestContexts.create()) {
                DocprocComponent component = context.getComponent("docproc", DocprocComponent.class);
                ServiceDouble.configure(component.getConfiguration(), arguments[0]);
                context.start();
                for (File file : new File(arguments[1]).listFiles()) {
                    Exchange sent = context.createProducerTemplate()
                            .request("docproc:crop", exchange -> exchange.getMessage()
                                    .setBody(file));
                    System.out.println("file: " + sent.getException());
                }
            }
        }
    }

    @Test
    void withoutALocaleTheMessageNamesItAndNothingIsSent() throws Exception {
        assumeThat(directory.toString())
                .as("Java without a locale loads no classes from another folder")
                .matches("\\p{ASCII}*");
        assertThat(run("C"))
                .anyMatch(line -> line.matches(
                        "file: .*DocprocDocumentException: crop: the file name cannot be used: .*LC_ALL=C\\.UTF-8.*"));
        service.assertNothingSent();
    }

    @Test
    void withALocaleTheFilesAreSent() throws Exception {
        service.respondWith(Replies.CROP);

        assertThat(run("C.UTF-8")).contains("file: null");
    }

    /** A shell creates the file, because the JVM of this test may not have its name either. */
    private List<String> run(String locale) throws Exception {
        String create = "printf '%%PDF-1.7 abc' > \"$1/$(printf '\\345\\220\\210\\345\\220\\214').pdf\"";
        assertThat(new ProcessBuilder("sh", "-c", create, "sh", directory.toString())
                        .start()
                        .waitFor())
                .isZero();
        return ChildProcess.output(
                List.of(), Map.of("LC_ALL", locale), Application.class, service.address(), directory.toString());
    }
}
