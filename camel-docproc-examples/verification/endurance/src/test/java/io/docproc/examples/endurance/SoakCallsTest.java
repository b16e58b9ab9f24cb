/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.examples.endurance.network.NetworkProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SoakCallsTest {
    @TempDir
    private Path folder;

    @Test
    void allCallsHaveHeadersThatLookAsIfTheyLedElsewhere() throws Exception {
        List<SoakCall> calls =
                new SoakCalls(folder, new SoakJobs(new CallStatistics()), new NetworkProcess.Ports(1, 2, 3)).calls();

        assertThat(calls).isNotEmpty().allSatisfy(call -> {
            Exchange exchange = new DefaultExchange(new DefaultCamelContext());
            call.preparation().prepare(exchange, new Random(7));
            assertThat(exchange.getMessage().getHeaders())
                    .as(call.name())
                    .containsKeys("x-ti-secret-code", "CamelHttpUri", "cAmElHttpPath");
        });
    }
}
