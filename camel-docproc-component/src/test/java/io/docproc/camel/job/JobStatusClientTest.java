/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.ComponentInternals;
import io.docproc.camel.DocprocEndpoint;
import io.docproc.camel.testkit.ServiceDouble;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limit of concurrent polls. */
class JobStatusClientTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @ParameterizedTest
    @CsvSource({"20,0,10", "20,2,2", "20,0.5,1", "20,100,10", "1,0,1"})
    void pollsLeavePermitsForProducers(int maxConcurrentRequests, double requestsPerSecond, int maxPolls)
            throws Exception {
        service.component().getConfiguration().setMaxConcurrentRequests(maxConcurrentRequests);
        service.component().setRequestsPerSecond(requestsPerSecond);
        service.component().stop();
        service.component().start();
        DocprocEndpoint endpoint = service.context().getEndpoint("docproc:webhook", DocprocEndpoint.class);

        assertThat(ComponentInternals.maxConcurrentPolls(endpoint)).isEqualTo(maxPolls);
    }
}
