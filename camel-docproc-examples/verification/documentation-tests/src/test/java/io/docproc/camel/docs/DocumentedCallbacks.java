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

            from("docproc:webhook?pollAfter=15m")
                    .choice()
                    .when(simple("${header.CamelDocprocStatus} == 'completed'"))
                    .to("docproc:parseResult")
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

            from("docproc:completions?delay={{interval:5s}}")
                    .log("${header.CamelDocprocCorrelationId} is ${header.CamelDocprocStatus}")
                    .filter(simple("${header.CamelDocprocStatus} == 'completed'"))
                    .to("docproc:parseResult")
                    .to("direct:archive");
            // end::completions[]
        }
    }
}
