/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConfiguration;
import io.docproc.camel.result.FileResultRepository;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.platform.http.main.MainHttpServer;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServer;
import org.apache.camel.main.BaseMainSupport;
import org.apache.camel.main.Main;
import org.apache.camel.main.MainListenerSupport;
import org.apache.camel.support.CamelContextHelper;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Application properties shown in the documentation. */
final class DocumentedPropertiesTest {
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "DOCPROC_APP_ID",
            "app-1",
            "DOCPROC_SECRET_CODE",
            "secret-of-the-environment",
            "DOCPROC_CALLBACK_SECRET",
            "callback-secret-of-the-environment");

    @TempDir
    private Path folder;

    @Test
    void thePropertiesConfigureTheComponent() {
        run("application", context -> {
            DocprocComponent component = component(context);
            DocprocConfiguration configuration = component.getConfiguration();

            assertThat(configuration.getBaseUrl()).isEqualTo("https://service.example.com");
            assertThat(configuration.getAppId()).isEqualTo("app-1");
            assertThat(configuration.getSecretCode()).isEqualTo("secret-of-the-environment");
            assertThat(component.getRequestsPerSecond()).isEqualTo(2);
            assertThat(component.getRateLimitCooldown()).isEqualTo(10_000);
            assertThat(component.getOutageTimeout())
                    .isEqualTo(Duration.ofHours(24).toMillis());
            assertThat(component.getResultRepository()).isInstanceOf(FileResultRepository.class);
            assertThat(configuration.getMaxConcurrentRequests()).isEqualTo(4);
            assertThat(configuration.getConnectTimeout()).isEqualTo(5_000);
            assertThat(configuration.getResponseTimeout()).isEqualTo(900_000);
            assertThat(configuration.getHttpOptions())
                    .containsEntry("proxyHost", "proxy.example.com")
                    .containsEntry("proxyPort", "3128");
        });
    }

    @Test
    void thePropertiesConfigureCallbacks() {
        run("callbacks", context -> {
            DocprocComponent component = component(context);

            assertThat(component.getConfiguration().getPublicUrl()).isEqualTo("https://hooks.example.com");
            assertThat(component.getConfiguration().getCallbackSecret())
                    .isEqualTo("callback-secret-of-the-environment");
            assertThat(context.hasService(MainHttpServer.class)).isNotNull();
        });
    }

    @Test
    void thePropertiesAuthenticateTheCallersOfAnHttpRoute() {
        run("http", context -> {
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("platform-http:/pages").convertBodyTo(byte[].class).setBody(simple("${body.length} bytes"));
                }
            });
            int port = context.hasService(VertxPlatformHttpServer.class).getPort();
            byte[] document = new byte[11 * 1024 * 1024];

            assertThat(post(port, document, "alice:guessed").statusCode()).isEqualTo(401);
            assertThat(post(port, document, "alice:secret").body()).isEqualTo(document.length + " bytes");
        });
    }

    private static HttpResponse<String> post(int port, byte[] document, String user) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/pages"))
                .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(user.getBytes(UTF_8)))
                .POST(HttpRequest.BodyPublishers.ofByteArray(document))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void theSensitiveKeywordsCoverTheSecrets() {
        run("sensitive", context -> assertThat(List.of("app-id", "secret-code", "callback-secret"))
                .allMatch(
                        option -> CamelContextHelper.containsSensitive(context, "camel.component.docproc." + option)));
    }

    private static DocprocComponent component(CamelContext context) {
        return context.getComponent("docproc", DocprocComponent.class);
    }

    private void run(String page, ThrowingConsumer<CamelContext> assertions) {
        Main main = new Main();
        main.setDefaultPropertyPlaceholderLocation("classpath:docs/" + page + ".properties");
        main.addOverrideProperty("camel.server.port", "0");
        main.addOverrideProperty("camel.server.basic-properties-file", "docs/users.properties");
        main.addOverrideProperty("camel.component.docproc.result-repository", folder.toString());
        main.addMainListener(new MainListenerSupport() {
            @Override
            public void beforeInitialize(BaseMainSupport main) {
                main.getCamelContext()
                        .getPropertiesComponent()
                        .addPropertiesFunction(new Environment(ENVIRONMENT::get));
            }
        });
        main.start();
        try {
            assertions.accept(main.getCamelContext());
        } finally {
            main.stop();
        }
    }
}
