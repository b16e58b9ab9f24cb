/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;

class OutcomesTest {
    private final Outcomes outcomes = new Outcomes();
    private final Exchange exchange = new DefaultExchange(new DefaultCamelContext());

    @Test
    void eachExchangeThatEndsCountsAsSucceededOrByItsReason() {
        for (int i = 0; i < 3; i++) {
            outcomes.started("crop");
            exchange.setException(i == 0 ? null : new IOException("no"));
            outcomes.ended("crop", exchange);
            outcomes.unitOfWorkEnded("crop");
        }

        assertThat(outcomes.complaints()).isEmpty();
        assertThat(outcomes.ended()).isEqualTo(3);
        assertThat(outcomes.failed()).isEqualTo(2);
        assertThat(outcomes.table()).last().asString().containsPattern("all +3 +1 +2  IO: 2");
    }

    @Test
    void anExchangeWithoutEndDoesNotAddUp() {
        outcomes.started("crop");
        outcomes.unitOfWorkEnded("crop");

        assertThat(outcomes.complaints()).containsExactly("crop: 1 started, 0 ended");
    }

    @Test
    void aUnitOfWorkThatEndsTwiceDoesNotAddUp() {
        outcomes.started("crop");
        outcomes.ended("crop", exchange);
        outcomes.unitOfWorkEnded("crop");
        outcomes.unitOfWorkEnded("crop");

        assertThat(outcomes.complaints()).containsExactly("crop: 1 started, 2 units of work ended");
    }

    @Test
    void aJobThatIsProcessedTwiceOrNeverIsNamed() {
        SoakJobs jobs = new SoakJobs(outcomes);
        for (int job = 0; job < 3; job++) {
            jobs.submitted(jobs.next(), "id-" + job);
        }
        jobs.routed(0);
        jobs.routed(2);
        jobs.routed(2);
        jobs.complainOfMissing();

        assertThat(outcomes.complaints())
                .containsExactly("job 2 was processed twice", "1 jobs have no completion, the first is 1");
    }
}
