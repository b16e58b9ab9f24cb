/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Map;
import java.util.concurrent.SynchronousQueue;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.ScheduledPollConsumer;
import org.apache.camel.support.ScheduledPollEndpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class PollMonitorTest {
    private static final String UNAVAILABLE = "the server is unavailable";

    /** Each poll puts a value when it has begun, and takes its result. */
    private final SynchronousQueue<String> steps = new SynchronousQueue<>();

    private final PollMonitor monitor =
            new PollMonitor(new Console(new PrintStream(OutputStream.nullOutputStream())), () -> {});

    private final class Polls extends DefaultComponent {
        @Override
        protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
            return new ScheduledPollEndpoint(uri, this) {
                @Override
                public Producer createProducer() {
                    throw new UnsupportedOperationException();
                }

                @Override
                public Consumer createConsumer(Processor processor) throws Exception {
                    ScheduledPollConsumer consumer = new ScheduledPollConsumer(this, processor) {
                        @Override
                        protected int poll() throws Exception {
                            steps.put("begun");
                            String result = steps.take();
                            if (result.equals(UNAVAILABLE)) {
                                throw new IOException(result);
                            }
                            return 0;
                        }
                    };
                    configureConsumer(consumer);
                    return consumer;
                }
            };
        }
    }

    @Test
    void pollsOfAConsumerThatCannotPollDoNotHoldTheApplication() throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.addComponent("polls", new Polls());
            context.getManagementStrategy().addEventNotifier(monitor);
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("polls:documents?initialDelay=0&delay=1").to("log:documents");
                }
            });
            context.start();

            assertThat(inFlightDuringPoll(context, "empty")).isEqualTo(1);
            assertThat(inFlightDuringPoll(context, UNAVAILABLE)).isEqualTo(1);
            assertThat(inFlightDuringPoll(context, UNAVAILABLE)).isEqualTo(1);
            assertThat(inFlightDuringPoll(context, UNAVAILABLE)).isEqualTo(1);
            assertThat(inFlightDuringPoll(context, UNAVAILABLE)).isZero();
            assertThat(monitor.failure()).hasValue(UNAVAILABLE);

            assertThat(inFlightDuringPoll(context, "empty")).isZero();
            assertThat(inFlightDuringPoll(context, "empty")).isEqualTo(1);
            assertThat(monitor.failure()).isEmpty();
        }
    }

    private int inFlightDuringPoll(DefaultCamelContext context, String result) throws InterruptedException {
        steps.take();
        int inFlight = context.getInflightRepository().size();
        steps.put(result);
        return inFlight;
    }
}
