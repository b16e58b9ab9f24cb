/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import io.docproc.camel.error.DocprocAuthenticationException;
import io.docproc.camel.error.DocprocBalanceException;
import io.docproc.camel.error.DocprocRateLimitException;
import io.docproc.camel.error.DocprocServiceNotEnabledException;
import org.apache.camel.LoggingLevel;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.throttling.ThrottlingExceptionRoutePolicy;

/** Java routes of the documentation that parse in the background. */
final class DocumentedCallbacks {
    private DocumentedCallbacks() {}

    /** Submits documents and receives their results. */
    static final class Background extends RouteBuilder {
        @Override
        public void configure() {
            // tag::routes[]
            from("file:{{inbox}}?maxMessagesPerPoll=1&greedy=true&move=${exchangeProperty.folder}/${file:name}")
                    .routePolicy(new ThrottlingExceptionRoutePolicy(1, 1000, 60_000, null))
                    .onException(
                            DocprocAuthenticationException.class,
                            DocprocBalanceException.class,
                            DocprocRateLimitException.class,
                            DocprocServiceNotEnabledException.class)
                    .handled(false)
                    .end()
                    .onException(Exception.class)
                    .handled(true)
                    .setProperty("folder", constant("failed"))
                    .log(LoggingLevel.ERROR, "${file:name} was not submitted, ${exception.message}")
                    .end()
                    .setProperty("folder", constant("submitted"))
                    .to("docproc:parseAsync?tableView=markdown");

            from("docproc:webhook?fetchResult=true&pollAfter=15m")
                    .choice()
                    .when(simple("${header.CamelDocprocStatus} == 'completed'"))
                    .to("file:{{outbox}}?fileName=${header.CamelDocprocCorrelationId}.json")
                    .otherwise()
                    .log("${header.CamelDocprocCorrelationId} failed: ${header.CamelDocprocMessage}")
                    .to("file:{{outbox}}/failed?fileName=${header.CamelDocprocCorrelationId}.json");
            // end::routes[]
        }
    }

    /** Polls jobs whose callback is overdue. */
    static final class Overdue extends RouteBuilder {
        @Override
        public void configure() {
            // tag::overdue[]
            from("docproc:webhook?pollAfter={{patience:15m}}")
                    .log("${header.CamelDocprocCorrelationId} is ${header.CamelDocprocStatus}")
                    .to("direct:archive");
            // end::overdue[]
        }
    }

    /** Receives callbacks through camel-webhook. */
    static final class ByWebhook extends RouteBuilder {
        @Override
        public void configure() {
            // tag::webhook[]
            from("webhook:docproc:webhook?webhookComponentName=platform-http&webhookPath=/parsed"
                            + "&webhookExternalUrl={{address:https://hooks.example.com}}")
                    .to("direct:archive");
            // end::webhook[]
        }
    }
}
