/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts of Camel in a JVM whose class path has jars of several versions. */
class MixedVersionsTest {
    private static final String STARTED = "The application has started";
    private static final String CAMEL = new DefaultCamelContext().getVersion();

    @TempDir
    private Path folder;

    @Test
    void jarsOfSeveralVersionsOfCamelAreRefusedByName() throws Exception {
        assertThat(startWith("org.apache.camel/camel-http", "4.0.3"))
                .contains("The class path has jars of several versions of Camel, 4.0.3 (camel-http) and " + CAMEL
                        + " (camel-api, ")
                .contains("; all must have the same minor version; import org.apache.camel:camel-bom")
                .doesNotContain(STARTED);
    }

    @Test
    void anotherPatchVersionOfCamelIsLogged() throws Exception {
        assertThat(startWith("org.apache.camel/camel-http", CAMEL + ".99"))
                .contains(
                        "WARN",
                        "several versions of Camel, " + CAMEL + " (camel-api, ",
                        ") and " + CAMEL + ".99 (camel-http); use one version")
                .contains(STARTED);
    }

    @Test
    void inTheCamelCliMixedVersionsAreLogged() throws Exception {
        Path cli = folder.resolve("org/apache/camel/main/KameletMain.class");
        Files.createDirectories(cli.getParent());
        Files.createFile(cli);

        assertThat(startWith("org.apache.camel/camel-http", "4.0.3"))
                .contains("WARN", "several versions of Camel, 4.0.3 (camel-http) and " + CAMEL)
                .contains(STARTED);
    }

    @Test
    void aVersionThatIsNotKnownIsNotChecked() throws Exception {
        assertThat(startWith("org.apache.camel/camel-http", "${project.version}"))
                .contains(STARTED);
    }

    /** Returns the output of an application that finds this version before that of the jar. */
    private String startWith(String artifact, String version) throws IOException, InterruptedException {
        Path metadata = folder.resolve("META-INF/maven").resolve(artifact).resolve("pom.properties");
        Files.createDirectories(metadata.getParent());
        Files.writeString(metadata, "version=" + version);
        return String.join(
                "\n", ChildProcess.output(List.of("-Xbootclasspath/a:" + folder), Map.of(), Application.class));
    }

    /** Starts Camel with the component. */
    public static final class Application {
        private Application() {}

        /** Prints whether Camel starts, or why it does not. */
        public static void main(String[] arguments) {
            Main main = new Main();
            main.addInitialProperty("camel.component.docproc.baseUrl", "http://localhost:1");
            try {
                main.start();
                System.out.println(STARTED);
            } catch (RuntimeException e) {
                e.printStackTrace(System.out);
            }
            main.stop();
        }
    }
}
