/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.completion;

import static io.docproc.camel.testkit.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.testkit.CallbackServer;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.builder.RouteBuilder;
import org.assertj.core.util.Throwables;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several webhook consumers of one application: each has a path of its own. */
final class DuplicatePathTest {
    private static final String OTHER = "docproc:webhook?callbackSecret=another-secret-of-16&appId=other-account";

    @RegisterExtension
    final CallbackServer application = new CallbackServer();

    @RegisterExtension
    final CallbackServer otherApplication = new CallbackServer();

    private final List<String> received = new CopyOnWriteArrayList<>();

    @ParameterizedTest
    @CsvSource({
        "docproc:webhook," + OTHER,
        "docproc:webhook," + OTHER + "&path=/docproc/completions",
        "docproc:webhook," + OTHER + "&webhookComponentName=jetty"
    })
    void theSecondConsumerOfAPathIsRefused(String first, String second) throws Exception {
        add(application, "first", first);
        add(application, "second", second);

        assertThatThrownBy(application.context()::start)
                .hasStackTraceContaining("The route second (")
                .hasStackTraceContaining("path /docproc/completions")
                .hasStackTraceContaining("route first (docproc://webhook)")
                .hasStackTraceContaining("set the option path")
                .satisfies(failure -> assertThat(Throwables.getStackTrace(failure))
                        .doesNotContain("another-secret", "other-account", CallbackServer.SECRET));
    }

    @ParameterizedTest
    @ValueSource(strings = {"docproc/completions", "/docproc/completions/", "//docproc/completions"})
    void anotherSpellingOfAPathIsRefused(String path) throws Exception {
        add(application, "first", "docproc:webhook?path=" + path);

        assertThatThrownBy(application.context()::start).hasStackTraceContaining("Option path is '" + path + "'");
    }

    @Test
    void aConsumerWhoseStartFailedHoldsNoPath() throws Exception {
        application.context().start();
        assertThatThrownBy(() -> add(application, "first", "docproc:webhook?webhookComponentName=seda"))
                .hasStackTraceContaining("seda");

        add(application, "second", "docproc:webhook");

        receive(application, "second");
    }

    @Test
    void differentPathsAndOtherApplicationsAreIndependent() throws Exception {
        add(application, "first", "docproc:webhook");
        add(application, "second", "docproc:webhook?path=/docproc/completions/2");
        add(otherApplication, "other", "docproc:webhook");

        assertThatNoException().isThrownBy(application.context()::start);
        assertThatNoException().isThrownBy(otherApplication.context()::start);

        receive(application, "first");
        receive(otherApplication, "other");
    }

    private void add(CallbackServer server, String routeId, String uri) throws Exception {
        server.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from(uri).routeId(routeId).process(exchange -> received.add(routeId));
            }
        });
    }

    private void receive(CallbackServer server, String routeId) throws Exception {
        received.clear();
        URI callbackUrl = server.signed("a.pdf");
        assertThat(server.post(callbackUrl, completed("job-" + routeId)).statusCode())
                .isEqualTo(200);
        assertThat(received).containsExactly(routeId);
    }
}
