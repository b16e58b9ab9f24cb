/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConfiguration;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.io.File;
import java.nio.file.Path;
import java.util.Objects;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Temporary files of a process that exits while its bodies are still referenced. */
@Timeout(60)
class SpoolAtExitTest {
    @TempDir
    Path spool;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    /** Keeps references to spooled bodies and exits. */
    static final class Application {
        private static final Object[] BODIES = new Object[2];

        private Application() {}

        public static void main(String[] arguments) throws Exception {
            DefaultCamelContext context = new DefaultCamelContext();
            context.getStreamCachingStrategy().setSpoolDirectory(new File(arguments[0]));
            DocprocConfiguration configuration =
                    context.getComponent("docproc", DocprocComponent.class).getConfiguration();
            ServiceDouble.configure(configuration, arguments[1]);
            context.start();
            ProducerTemplate template = context.createProducerTemplate();
            for (int i = 0; i < BODIES.length; i++) {
                BODIES[i] = template.requestBody("docproc:crop", Replies.DOCUMENT);
            }
            System.out.println("files "
                    + Objects.requireNonNull(Path.of(arguments[0]).toFile().list()).length);
            if (arguments[2].equals("stopped")) {
                context.stop();
            }
            System.exit(0);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"stopped", "running"})
    void temporaryFilesAreDeletedWhenTheProcessExits(String context) throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.crop(new byte[400_000])));
        try (ChildProcess application = new ChildProcess(
                Application.class, spool.toString(), service.server().baseUrl(), context)) {
            assertThat(application.lastLines()).containsExactly("files 2");
        }
        assertThat(spool.toFile().list()).isEmpty();
    }
}
