/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.shapes;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.ChildProcess;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.camel.util.concurrent.ThreadType;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Camel reads once in a JVM whether its threads are virtual, so these routes run in a JVM of their own. */
@Timeout(300)
class ShapesOnVirtualThreadsTest {
    @TempDir
    Path folder;

    /** Runs every shape with a large image. */
    static final class Application {
        private static final int LARGE = 2_000_000;

        private Application() {}

        public static void main(String[] arguments) throws Exception {
            System.setProperty("camel.threads.virtual.enabled", "true");
            Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
            System.out.println(ThreadType.current());
            try (ShapeService service = new ShapeService()) {
                ShapeContext context = new ShapeContext(ShapeVariant.DEFAULT, service, Path.of(arguments[0]));
                for (Shape shape : Shape.values()) {
                    verify(context, shape);
                }
                context.assertNoLeaks();
                context.stop();
            }
            System.out.println("done");
            System.exit(0);
        }

        private static void verify(ShapeContext context, Shape shape) {
            try {
                context.verify(shape, ShapeOperation.CROP, LARGE, ShapeInput.BODY);
            } catch (Exception | AssertionError e) {
                System.out.println(shape + " fails: " + e);
            }
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void everyShapeSurvivesOnVirtualThreads() throws Exception {
        try (ChildProcess application = new ChildProcess(Application.class, folder.toString())) {
            assertThat(application.lastLines()).containsExactly("VIRTUAL", "done");
        }
    }
}
