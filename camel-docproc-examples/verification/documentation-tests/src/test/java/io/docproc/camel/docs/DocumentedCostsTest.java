/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.Replies;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The page on cost. */
final class DocumentedCostsTest extends DocumentedRoutesFixture {
    @TempDir
    private Path inbox;

    @ParameterizedTest
    @EnumSource(Dsl.class)
    void aDocumentAboveTheLimitWaitsForTheNextPeriod(Dsl dsl) throws Exception {
        Properties properties = new Properties();
        properties.putAll(Map.of(
                "inbox",
                inbox.toString(),
                "outbox",
                outbox().toString(),
                "limit.documents",
                "2",
                "limit.period",
                "2000"));
        service.context().getPropertiesComponent().setOverrideProperties(properties);
        service.respondWith(Replies.EXTRACT);
        for (int number = 1; number <= 3; number++) {
            Files.copy(invoice(), inbox.resolve(number + ".pdf"));
        }

        Instant start = Instant.now();
        dsl.load(service.context(), "daily-limit", new DocumentedGuides.DailyLimit());
        await().until(() -> service.server().getAllServeEvents().size() == 3);

        assertThat(service.server().getAllServeEvents().stream()
                        .map(call -> call.getRequest().getLoggedDate().toInstant())
                        .max(Instant::compareTo))
                .hasValueSatisfying(last -> assertThat(last).isAfter(start.plusMillis(1_900)));
        assertThat(service.server().getAllServeEvents().get(0).getRequest().getBodyAsString())
                .contains("\"page_count\":5");
    }
}
