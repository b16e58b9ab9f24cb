/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.account.AccountErrorRoutePolicy;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import org.apache.camel.CamelContext;
import org.apache.camel.SuspendableService;
import org.apache.camel.api.management.ManagedCamelContext;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Runs the route of the documentation of account errors. */
final class DocumentedAccountErrorsTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble(DefaultCamelContext::new);

    @TempDir
    private Path directory;

    @Test
    void anAccountErrorSuspendsTheRoute() throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, "{\"code\":40003,\"message\":\"refused\"}"));
        Path inbox = Files.createDirectory(directory.resolve("inbox"));
        Path document = Files.write(inbox.resolve("photo.jpg"), Replies.DOCUMENT);
        Properties properties = new Properties();
        properties.setProperty("inbox", inbox.toString());
        properties.setProperty("outbox", directory.resolve("outbox").toString());
        CamelContext context = service.context();
        context.getPropertiesComponent().setOverrideProperties(properties);

        Dsl.YAML.load(context, "account-errors", null);

        await().until(() -> ((SuspendableService) context.getRoutes().get(0).getConsumer()).isSuspended());
        assertThat(document).exists();
        ManagedCamelContext management = context.getCamelContextExtension().getContextPlugin(ManagedCamelContext.class);
        String route = context.getRoutes().get(0).getRouteId();
        assertThat(management.getManagedConsumer(route).getState()).isEqualTo("Suspended");
        assertThat(management.getManagedRoute(route).getState()).isEqualTo("Started");
        management.getManagedRoute(route).restart();
        await().until(() -> service.server().getAllServeEvents().size() == 2);
        assertThat(context.getRegistry()
                        .lookupByNameAndType("accountErrors", AccountErrorRoutePolicy.class)
                        .getPause())
                .isEqualTo(30_000);
    }
}
