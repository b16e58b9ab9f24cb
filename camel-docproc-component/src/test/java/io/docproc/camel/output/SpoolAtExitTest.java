/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConfiguration;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import io.docproc.camel.testkit.TempFolder;
import io.docproc.camel.testkit.TestContexts;
import java.io.File;
import java.nio.file.Path;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Temporary files of a process that exits while its bodies are still referenced. */
@Timeout(300)
class SpoolAtExitTest {
    @TempDir
    Path spool;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    /** Keeps references to the spooled bodies of a stopped and of a running context, and exits. */
    static final class Application {
        private static final Object[] BODIES = new Object[2];

        private Application() {}

        public static void main(String[] arguments) {
            File spool = new File(arguments[0]);
            BODIES[0] = crop(startContext(spool, arguments[1]));
            CamelContext stopped = startContext(spool, arguments[1]);
            BODIES[1] = crop(stopped);
            System.out.println("files " + TempFolder.count(spool.toPath()));
            stopped.stop();
            System.exit(0);
        }

        private static CamelContext startContext(File spool, String baseUrl) {
            CamelContext context = TestContexts.create();
            context.getStreamCachingStrategy().setSpoolDirectory(spool);
            DocprocConfiguration configuration =
                    context.getComponent("docproc", DocprocComponent.class).getConfiguration();
            ServiceDouble.configure(configuration, baseUrl);
            context.start();
            return context;
        }

        private static Object crop(CamelContext context) {
            return context.createProducerTemplate().requestBody("docproc:crop", Replies.DOCUMENT);
        }
    }

    @Test
    void temporaryFilesOfAStoppedAndARunningContextAreDeletedWhenTheProcessExits() throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.crop(new byte[400_000])));
        try (ChildProcess application = new ChildProcess(
                Application.class, spool.toString(), service.server().baseUrl())) {
            assertThat(application.lastLines()).containsExactly("files 2");
        }
        assertThat(spool.toFile().list()).isEmpty();
    }
}
