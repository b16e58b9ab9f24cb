/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import org.apache.camel.builder.RouteBuilder;

/** Java routes of the documentation that parse in the background. */
final class DocumentedCallbacks {
    private DocumentedCallbacks() {}

    /** Submits documents and receives their results. */
    static final class Background extends RouteBuilder {
        @Override
        public void configure() {
            // tag::routes[]
            from("file:{{inbox}}?readLock=changed&readLockMarkerFile=false&readLockMinAge=1000&readLockMinLength=0&move=submitted/${file:name}&moveFailed=failed/${file:name}")
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

    /** Polls all jobs, without a server for callbacks. */
    static final class Completions extends RouteBuilder {
        @Override
        public void configure() {
            // tag::completions[]
            from("direct:submit").to("docproc:parseAsync");

            from("docproc:completions?delay={{interval:5s}}&fetchResult=true")
                    .log("${header.CamelDocprocCorrelationId} is ${header.CamelDocprocStatus}")
                    .to("direct:archive");
            // end::completions[]
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
