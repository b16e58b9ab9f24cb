/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.CapturedLog;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;
import org.apache.camel.spi.RoutePolicy;
import org.apache.camel.support.RoutePolicySupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Errors such as a missing class, which concern every document. */
final class FatalErrorTest extends AccountErrorFixture {
    private static final int FILES = 20;

    @TempDir
    private Path inbox;

    @Test
    void anErrorStopsTheRouteAndIsLoggedOnce() throws Exception {
        try (CapturedLog log = new CapturedLog()) {
            writeFiles();
            addRoutes(routes -> routes.from("file:" + inbox + "?initialDelay=0")
                    .routeId("files")
                    .routePolicy(policy)
                    .process(exchange -> {
                        attempts.incrementAndGet();
                        throw new NoClassDefFoundError("com/example/Reader");
                    }));
            context.start();

            awaitStopped("files");
            assertThat(log.text())
                    .containsOnlyOnce(
                            "Route files is stopped, because java.lang.NoClassDefFoundError: com/example/Reader");
        }
        assertThat(inbox.toFile().list()).hasSize(FILES);
        assertThat(attempts).hasValue(1);
        assertThat(probes).hasValue(0);
    }

    @Test
    void anErrorBeforeCamelCallsThePolicyStopsTheRoute() throws Exception {
        writeFiles();
        RoutePolicy slow = new RoutePolicySupport() {
            @Override
            public void onStart(Route route) {
                await().until(() -> attempts.get() > 0
                        && route.getCamelContext().getInflightRepository().size() == 0);
            }
        };
        addRoutes(routes -> routes.from("file:" + inbox + "?initialDelay=0")
                .routeId("files")
                .routePolicy(slow, policy)
                .process(exchange -> {
                    attempts.incrementAndGet();
                    throw new NoClassDefFoundError("com/example/Reader");
                }));
        context.start();

        awaitStopped("files");
        assertThat(attempts).hasValue(1);
    }

    @Test
    void anErrorThatTheRouteHasHandledStopsItToo() throws Exception {
        addRoutes(routes -> routes.from("seda:handled")
                .routeId("handled")
                .routePolicy(policy)
                .onException(Exception.class)
                .handled(true)
                .end()
                .process(exchange -> {
                    assertThat(policy.isAccountError(exchange)).isFalse();
                    throw new IllegalStateException(new NoClassDefFoundError("com/example/Reader"));
                }));
        context.start();

        send("handled", "one");

        awaitStopped("handled");
    }

    @Test
    void aRestartedRouteRunsAgain() throws Exception {
        writeFiles();
        addRoutes(routes -> routes.from("file:" + inbox + "?initialDelay=0&delete=true")
                .routeId("files")
                .routePolicy(policy)
                .process(exchange -> {
                    if (attempts.incrementAndGet() == 1) {
                        throw new NoClassDefFoundError("com/example/Reader");
                    }
                }));
        context.start();
        awaitStopped("files");

        context.getRouteController().startRoute("files");

        await().until(() -> inbox.toFile().list().length == 0);
        assertThat(attempts).hasValue(FILES + 1);
    }

    private void writeFiles() throws Exception {
        for (int number = 0; number < FILES; number++) {
            Files.writeString(inbox.resolve(number + ".pdf"), "%PDF");
        }
    }

    private void awaitStopped(String route) {
        await().until(() -> context.getRouteController().getRouteStatus(route) == ServiceStatus.Stopped);
    }
}
