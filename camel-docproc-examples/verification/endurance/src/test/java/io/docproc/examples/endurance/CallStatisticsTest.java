/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;

class CallStatisticsTest {
    private final CallStatistics statistics = new CallStatistics();
    private final Exchange exchange = new DefaultExchange(new DefaultCamelContext());

    @Test
    void eachExchangeThatEndsCountsAsSucceededOrByItsReason() {
        for (int i = 0; i < 3; i++) {
            statistics.started("crop");
            exchange.setException(i == 0 ? null : new IOException("no"));
            statistics.ended("crop", exchange);
            statistics.unitOfWorkEnded("crop");
        }

        assertThat(statistics.problems()).isEmpty();
        assertThat(statistics.ended()).isEqualTo(3);
        assertThat(statistics.failed()).isEqualTo(2);
        assertThat(statistics.table()).last().asString().containsPattern("all +3 +1 +2  IO: 2");
    }

    @Test
    void anExchangeWithoutEndDoesNotAddUp() {
        statistics.started("crop");
        statistics.unitOfWorkEnded("crop");

        assertThat(statistics.problems()).containsExactly("crop: 1 started, 0 ended");
    }

    @Test
    void aUnitOfWorkThatEndsTwiceDoesNotAddUp() {
        statistics.started("crop");
        statistics.ended("crop", exchange);
        statistics.unitOfWorkEnded("crop");
        statistics.unitOfWorkEnded("crop");

        assertThat(statistics.problems()).containsExactly("crop: 1 started, 2 units of work ended");
    }

    @Test
    void aJobThatIsProcessedTwiceOrNeverIsNamed() {
        SoakJobs jobs = new SoakJobs(statistics);
        GeneratedDocument document = new GeneratedDocument(1, GeneratedDocument.Kind.TEXT, Path.of("a.txt"));
        for (int job = 0; job < 3; job++) {
            jobs.submitted(jobs.next(), new SoakJobs.Submission("id-" + job, document));
        }
        jobs.routed(0);
        jobs.routed(2);
        jobs.routed(2);
        jobs.reportMissing();

        assertThat(statistics.problems())
                .containsExactly("job 2 was processed twice", "1 jobs have no completion, the first is 1");
    }
}
