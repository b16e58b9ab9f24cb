/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.docproc.camel.testkit.Repository;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

/** The manifest for Kubernetes fits the properties of the page on operating, which other tests run, and the image of the starter. */
final class KubernetesManifestTest {
    private final JsonNode pod = new ObjectMapper()
            .<JsonNode>valueToTree(
                    new Yaml().load(Files.readString(GeneratedPage.PAGES.resolve("operating/docproc-kubernetes.yaml"))))
            .at("/spec/template/spec");

    private final JsonNode container = pod.at("/containers/0");
    private final Properties properties = new Properties();

    KubernetesManifestTest() throws IOException {
        try (InputStream file = KubernetesManifestTest.class.getResourceAsStream("/docs/monitoring.properties")) {
            properties.load(file);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"live", "ready"})
    void eachProbeIsARequestToTheManagementServer(String check) {
        JsonNode probe = container.at(check.equals("live") ? "/livenessProbe/httpGet" : "/readinessProbe/httpGet");

        assertThat(probe.get("path").asText()).isEqualTo("/observe/health/" + check);
        assertThat(probe.get("port")).isEqualTo(container.at("/ports/0/name"));
        assertThat(container.at("/ports/0/containerPort").asText())
                .isEqualTo(properties.getProperty("camel.management.port"));
        assertThat(options()).contains("-Dcamel.management.host=0.0.0.0");
    }

    @Test
    void theGracePeriodIsLongerThanTheShutdown() {
        assertThat(pod.get("terminationGracePeriodSeconds").asInt())
                .isGreaterThan(Integer.parseInt(properties.getProperty("camel.main.shutdown-timeout")));
    }

    @Test
    void theSpoolAndTheRelativeFoldersAreVolumes() {
        List<String> mounts = container.get("volumeMounts").findValuesAsText("mountPath");
        String temporary = options().replaceFirst(".*-Djava.io.tmpdir=(\\S+).*", "$1");

        assertThat(container.at("/securityContext/readOnlyRootFilesystem").asBoolean())
                .isTrue();
        assertThat(mounts).contains(temporary, container.get("workingDir").asText());
        assertThat(container.get("volumeMounts").findValuesAsText("name"))
                .containsExactlyInAnyOrderElementsOf(pod.get("volumes").findValuesAsText("name"));
    }

    @Test
    void theImageOfTheStarterRunsItInTheFolderOfTheManifest() throws IOException {
        Path starter = Repository.EXAMPLES.resolve("starter");
        String project = Files.readString(starter.resolve("pom.xml"));

        assertThat(Files.readAllLines(starter.resolve("Dockerfile")))
                .contains(
                        "COPY target/" + element(project, "artifactId") + "-" + element(project, "version")
                                + ".jar /app",
                        "WORKDIR " + container.get("workingDir").asText(),
                        "ENTRYPOINT [\"java\", \"-cp\", \"/app/*\", \"" + element(project, "exec.mainClass") + "\"]");
    }

    private static String element(String xml, String name) {
        return xml.split("<" + name + ">|</" + name + ">")[1];
    }

    private String options() {
        return container.get("env").findParents("value").stream()
                .filter(variable -> variable.get("name").asText().equals("JAVA_TOOL_OPTIONS"))
                .map(variable -> variable.get("value").asText())
                .findFirst()
                .orElseThrow();
    }
}
