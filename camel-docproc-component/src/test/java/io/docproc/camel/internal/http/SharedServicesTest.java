/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.TestContexts;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.Test;

class SharedServicesTest {
    private record Plugin(int number) {}

    @Test
    void lookUpDoesNotWaitForTheLockOfTheContext() throws Exception {
        try (CamelContext context = TestContexts.create()) {
            Plugin plugin = SharedServices.ofContext(context, Plugin.class, () -> new Plugin(1));

            synchronized (context.getCamelContextExtension()) {
                CompletableFuture<Plugin> other = CompletableFuture.supplyAsync(
                        () -> SharedServices.ofContext(context, Plugin.class, () -> new Plugin(2)));
                assertThat(other).succeedsWithin(Duration.ofSeconds(30)).isSameAs(plugin);
            }
        }
    }
}
