/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocAccountException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.testkit.TestContexts;
import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Clauses for the superclasses of the account errors: Camel selects the clause of the nearest class. */
final class AccountErrorClauseTest {
    @ParameterizedTest
    @CsvSource({
        "40101, account",
        "40102, account",
        "40103, account",
        "40003, account",
        "40307, account",
        "40007, account",
        "40008, account",
        "40306, rate limit",
        "40004, any",
        "40422, any",
        "30203, any"
    })
    void theClauseOfTheNearestClassHandlesAnError(int code, String clause) throws Exception {
        DocprocException error = ErrorCode.of(code).orElseThrow().refusal("crop", "");
        try (CamelContext context = TestContexts.create()) {
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    onException(DocprocException.class).handled(true).setBody(constant("any"));
                    onException(DocprocAccountException.class).handled(true).setBody(constant("account"));
                    onException(DocprocRateLimitException.class).handled(true).setBody(constant("rate limit"));
                    from("direct:call").throwException(error);
                }
            });
            context.start();

            assertThat(context.createProducerTemplate().requestBody("direct:call", "", String.class))
                    .isEqualTo(clause);
        }
    }
}
