/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import io.docproc.camel.account.AccountErrorRoutePolicy;
import io.docproc.camel.error.DocprocAccountException;
import io.docproc.camel.error.DocprocException;
import org.apache.camel.LoggingLevel;
import org.apache.camel.builder.RouteBuilder;

/** Java routes of the documentation that parse in the background. */
final class DocumentedCallbacks {
    private DocumentedCallbacks() {}

    /** Submits documents and receives their results. */
    static final class Background extends RouteBuilder {
        @Override
        public void configure() {
            // tag::routes[]
            AccountErrorRoutePolicy accountErrors = new AccountErrorRoutePolicy();

            from("file:{{inbox}}?readLock=changed&readLockMinLength=0&move=${exchangeProperty.folder}/${file:name}")
                    .routePolicy(accountErrors)
                    .onException(DocprocAccountException.class, Error.class)
                    .maximumRedeliveries(0)
                    .log("${file:name} stays in its folder")
                    .end()
                    .onException(DocprocException.class)
                    .onWhen(simple("${exception.retryable}"))
                    .maximumRedeliveries(4)
                    .redeliveryDelay("{{retryDelay:1000}}")
                    .useExponentialBackOff()
                    .backOffMultiplier(2)
                    .log("${file:name} stays in its folder, ${exception.message}")
                    .end()
                    .onException(DocprocException.class, Throwable.class)
                    .maximumRedeliveries(0)
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
