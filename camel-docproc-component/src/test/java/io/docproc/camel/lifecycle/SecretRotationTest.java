/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A component that is replaced while routes run, as Camel 4.23 does when a secret has changed. */
@Timeout(60)
class SecretRotationTest {
    private static final String NEW_SECRET = "n3w-s3cr3t-0a1b2c";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private void addComponent() {
        DocprocComponent component = new DocprocComponent();
        ServiceDouble.configure(component.getConfiguration(), service.server().baseUrl());
        component.getConfiguration().setSecretCode(NEW_SECRET);
        service.context().addComponent("docproc", component);
    }

    private CompletableFuture<Void> removeComponent() {
        return CompletableFuture.runAsync(() -> service.context().removeComponent("docproc"));
    }

    @Test
    void aCallInFlightCompletesAndTheNextOneHasTheNewSecret() throws Exception {
        DocprocComponent old = service.component();
        try (HeldServer server = new HeldServer(Replies.CROP)) {
            service.route(routes -> routes.from("direct:in").to("docproc:crop?baseUrl=" + server.url()));
            CompletableFuture<Exchange> call =
                    CompletableFuture.supplyAsync(() -> service.send("direct:in", Replies.DOCUMENT));
            await().until(() -> server.inFlight() == 1);

            CompletableFuture<Void> removal = removeComponent();
            await().until(old::isStopping);
            await().during(Duration.ofMillis(300)).until(() -> !removal.isDone() && !call.isDone());
            server.release(1);
            removal.get();

            assertThat(call.get().getException()).isNull();
            assertThat(call.get().getMessage().getBody(byte[].class)).isEqualTo(Replies.JPEG);
            assertThat(server.requests()).isEqualTo(1);
        }
        service.respondWith(Replies.CROP);
        addComponent();
        service.call("docproc:crop?jpegQuality=90", Replies.DOCUMENT);

        assertThat(service.onlyRequest().getHeader("x-ti-secret-code")).isEqualTo(NEW_SECRET);
    }

    @Test
    void theCooldownContinues() throws Exception {
        service.component().setRateLimitCooldown(3_600_000);
        service.respondWith("{\"code\":40306,\"message\":\"qps limit exceeded\"}");
        service.send("docproc:crop", Replies.DOCUMENT);

        removeComponent().get();
        addComponent();
        service.server().resetRequests();
        Exchange next = service.send("docproc:crop?permitTimeout=50&jpegQuality=90", Replies.DOCUMENT);

        assertThat(next.getException()).hasMessageContaining("cooldown");
        service.assertNothingSent();
    }
}
