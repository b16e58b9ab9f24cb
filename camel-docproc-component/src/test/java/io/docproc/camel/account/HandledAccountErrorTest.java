/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.error.DocprocException;
import org.junit.jupiter.api.Test;

/** Account errors that a route handles, catches or overcomes by a redelivery. */
final class HandledAccountErrorTest extends AccountErrorRoutePolicyFixture {
    @Test
    void anErrorThatTheRouteHasHandledSuspendsItToo() throws Exception {
        start(routes -> route(routes, "handled")
                    .onException(Exception.class)
                    .handled(true)
                    .end()
                    .process(this::work));

        send("handled", "one");

        awaitSuspended("handled");
    }

    @Test
    void anErrorThatTheRouteHasHandledAfterItsRedeliverySuspendsIt() throws Exception {
        start(routes -> {
            routes.onException(Exception.class)
                    .maximumRedeliveries(1)
                    .redeliveryDelay(0)
                    .handled(true);
            route(routes, "handled")
                    .process(this::work);
        });

        send("handled", "one");

        awaitSuspended("handled");
        assertThat(attempts).hasValue(2);
    }

    @Test
    void anErrorThatTheRouteHasCaughtSuspendsIt() throws Exception {
        start(routes -> route(routes, "caught")
                    .doTry()
                    .process(this::work)
                    .doCatch(Exception.class)
                    .process(exchange -> done.add("caught"))
                    .doFinally()
                    .process(exchange -> done.add("finally"))
                    .end());

        send("caught", "one");

        awaitSuspended("caught");
        assertThat(done).containsExactly("caught", "finally");
    }

    @Test
    void anErrorThatTheRouteHasCaughtAfterARedeliverySuspendsIt() throws Exception {
        start(routes -> {
            routes.onException(Exception.class).maximumRedeliveries(1).redeliveryDelay(0);
            route(routes, "caught")
                    .process(this::failFirst)
                    .doTry()
                    .process(exchange -> {
                        throw refusal();
                    })
                    .doCatch(Exception.class)
                    .process(exchange -> done.add("caught"))
                    .end();
        });

        send("caught", "one");

        awaitSuspended("caught");
        assertThat(done).containsExactly("one", "caught");
    }

    @Test
    void anErrorThatARedeliveryHasOvercomeDoesNotSuspendTheRoute() throws Exception {
        start(routes -> {
            routes.onException(DocprocException.class).maximumRedeliveries(3).redeliveryDelay(0);
            route(routes, "redelivered")
                    .process(this::failFirst);
        });

        send("redelivered", "one");
        send("redelivered", "two");

        await().until(() -> done.size() == 2);
        assertThat(attempts).hasValue(3);
        assertThat(isSuspended("redelivered")).isFalse();
        assertThat(probeThreads()).isEmpty();
    }
}
