/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.completion;

import static io.docproc.camel.testkit.CallbackServer.completed;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.camel.testkit.CallbackServer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.OnExceptionDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.spring.spi.SpringTransactionPolicy;
import org.h2.jdbcx.JdbcConnectionPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;

/** Response to a callback for each outcome of its route: 200 for success, otherwise 500 and another delivery. */
class RollbackOnlyTest {
    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private final AtomicInteger runs = new AtomicInteger();
    private final MemoryJobRepository jobRepository = new MemoryJobRepository();
    private JdbcConnectionPool database;

    private enum Outcome {
        ROLLBACK(500, RouteDefinition::rollback),
        MARKED_ROLLBACK_ONLY(500, RouteDefinition::markRollbackOnly),
        MARKED_ROLLBACK_ONLY_LAST(500, RouteDefinition::markRollbackOnlyLast),
        SET_ROLLBACK_ONLY(500, route -> route.process(exchange -> exchange.setRollbackOnly(true))),
        MARKED_IN_ANOTHER_THREAD(500, route -> route.threads(2).markRollbackOnly()),
        HANDLED_AND_MARKED(
                500,
                route -> onFailure(route).handled(true).markRollbackOnly().end().process(RollbackOnlyTest::fail)),
        TRANSACTED_AND_MARKED(500, route -> route.transacted("required").markRollbackOnly()),
        /** Camel resets rollbackOnly when it rolls back the transaction. */
        TRANSACTED_AND_MARKED_LAST(200, route -> route.transacted("required").markRollbackOnlyLast()),
        TRANSACTED_AND_FAILED(500, route -> route.transacted("required").process(RollbackOnlyTest::fail)),
        FAILED(500, route -> route.process(RollbackOnlyTest::fail)),
        HANDLED(200, route -> onFailure(route).handled(true).end().process(RollbackOnlyTest::fail)),
        CONTINUED(200, route -> onFailure(route).continued(true).end().process(RollbackOnlyTest::fail)),
        CAUGHT(200, route -> route.doTry()
                .process(RollbackOnlyTest::fail)
                .doCatch(IllegalStateException.class)
                .to("log:caught")
                .end()),
        STOPPED(200, RouteDefinition::stop),
        TRANSACTED(200, route -> route.transacted("required").to("log:committed"));

        private final int status;
        private final Consumer<RouteDefinition> route;

        Outcome(int status, Consumer<RouteDefinition> route) {
            this.status = status;
            this.route = route;
        }

        private static OnExceptionDefinition onFailure(RouteDefinition route) {
            return route.onException(IllegalStateException.class);
        }
    }

    private static void fail(Exchange exchange) {
        throw new IllegalStateException("the archive is full");
    }

    @BeforeEach
    void bindTransactions() {
        database = JdbcConnectionPool.create("jdbc:h2:mem:rollback", "sa", "");
        SpringTransactionPolicy required = new SpringTransactionPolicy(new DataSourceTransactionManager(database));
        required.setPropagationBehaviorName("PROPAGATION_REQUIRED");
        server.context().getRegistry().bind("required", required);
        server.component().setJobRepository(jobRepository);
    }

    @AfterEach
    void closeDatabase() {
        database.dispose();
    }

    @ParameterizedTest
    @EnumSource(Outcome.class)
    void aRouteThatFailsOrIsRolledBackGets500(Outcome outcome) throws Exception {
        server.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                interceptFrom("docproc:webhook").process(exchange -> runs.incrementAndGet());
                outcome.route.accept(from("docproc:webhook"));
            }
        });
        server.context().start();

        assertThat(server.post(server.signed("a"), completed("job-1")).statusCode())
                .isEqualTo(outcome.status);
        assertThat(server.post(server.signed("a"), completed("job-1")).statusCode())
                .isEqualTo(outcome.status);

        boolean succeeded = outcome.status == 200;
        assertThat(runs).hasValue(succeeded ? 1 : 2);
        assertThat(jobRepository.size()).isEqualTo(succeeded ? 0 : 1);
    }
}
