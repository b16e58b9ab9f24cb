/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.DocprocException;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Account errors that a route handles, catches or overcomes with a redelivery. */
final class HandledAccountErrorsTest extends AccountErrorFixture {
    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void anErrorThatTheRouteHasHandledSuspendsItToo(int redeliveries) throws Exception {
        addRoutes(routes -> {
            routes.onException(Exception.class)
                    .maximumRedeliveries(redeliveries)
                    .redeliveryDelay(0)
                    .handled(true);
            routes.from("seda:handled").routeId("handled").routePolicy(policy).process(this::work);
        });
        context.start();
        send("handled", "one");
        awaitSuspended("handled");
        assertThat(attempts).hasValue(1 + redeliveries);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anErrorThatTheRouteHasCaughtSuspendsIt(boolean afterARedelivery) throws Exception {
        addRoutes(routes -> {
            routes.onException(Exception.class).maximumRedeliveries(1).redeliveryDelay(0);
            routes.from("seda:caught")
                    .routeId("caught")
                    .routePolicy(policy)
                    .process(exchange -> {
                        if (afterARedelivery && attempts.incrementAndGet() == 1) {
                            throw refusal();
                        }
                    })
                    .doTry()
                    .process(exchange -> {
                        throw refusal();
                    })
                    .doCatch(Exception.class)
                    .process(exchange -> done.add("caught"))
                    .doFinally()
                    .process(exchange -> done.add("finally"))
                    .end();
        });
        context.start();
        send("caught", "one");
        awaitSuspended("caught");
        assertThat(done).containsExactly("caught", "finally");
    }

    @Test
    void anErrorThatARedeliveryHasOvercomeDoesNotSuspendTheRoute() throws Exception {
        addRoutes(routes -> {
            routes.onException(DocprocException.class).maximumRedeliveries(3).redeliveryDelay(0);
            routes.from("seda:redelivered")
                    .routeId("redelivered")
                    .routePolicy(policy)
                    .process(this::failFirst);
        });
        context.start();

        send("redelivered", "one");
        send("redelivered", "two");

        await().until(() -> done.size() == 2);
        assertThat(attempts).hasValue(3);
        assertThat(isSuspended("redelivered")).isFalse();
        assertThat(probeThreads()).isEmpty();
    }

    private void failFirst(Exchange exchange) throws Exception {
        if (attempts.incrementAndGet() == 1) {
            throw refusal();
        }
        done.add(exchange.getMessage().getBody(String.class));
    }
}
