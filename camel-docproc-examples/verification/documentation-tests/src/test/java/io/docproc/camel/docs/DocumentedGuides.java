/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ErrorResponseProcessor;
import org.apache.camel.builder.RouteBuilder;

/** Java routes of the guides. */
final class DocumentedGuides {
    private DocumentedGuides() {}

    static final class DeadLetters extends RouteBuilder {
        @Override
        public void configure() {
            // tag::dead-letters[]
            from("file:{{inbox}}?delete=true&moveFailed={{outbox}}/failed/${file:name}&readLock=changed&readLockMarkerFile=false&readLockMinAge=1000&readLockMinLength=0")
                    .routeId("invoices")
                    .to("docproc:extract?schema=classpath:docs/invoice-schema.json&output=json")
                    .to("file:{{outbox}}?fileName=${file:name}.json");
            // end::dead-letters[]
        }
    }

    static final class Threads extends RouteBuilder {
        @Override
        public void configure() {
            // tag::threads[]
            from("file:{{inbox}}?moveFailed=failed/${file:name}")
                    .threads(4, 4)
                    .maxQueueSize(0)
                    .to("docproc:crop")
                    .to("file:{{outbox}}?fileName=${file:name}.jpg");
            // end::threads[]
        }
    }

    static final class JmsRequestReply extends RouteBuilder {
        @Override
        public void configure() {
            // tag::jms-request-reply[]
            onException(Exception.class).handled(true).process(new ErrorResponseProcessor());
            from("jms:queue:invoices")
                    .setHeader("CamelFileName", header("documentName"))
                    .to("docproc:extract?schema=classpath:docs/invoice-schema.json&output=json")
                    .setHeader("requestId", header("CamelDocprocRequestId"));
            // end::jms-request-reply[]
        }
    }

    static final class JmsTransaction extends RouteBuilder {
        @Override
        public void configure() {
            // tag::jms-transaction[]
            onException(DocprocException.class)
                    .onWhen(simple("${exception.retryable} == false"))
                    .useOriginalMessage()
                    .handled(true)
                    .setHeader("reason", simple("${exception.message}"))
                    .to("jms:queue:invoices.dead?transacted=true");

            from("jms:queue:invoices?transacted=true")
                    .to("docproc:extract?schema=classpath:docs/invoice-schema.json&output=json")
                    .to("jms:queue:fields?transacted=true")
                    .to("direct:archive");
            // end::jms-transaction[]
        }
    }

    static final class SqlTransaction extends RouteBuilder {
        @Override
        public void configure() {
            // tag::sql-transaction[]
            from("sql:SELECT ID, DOCUMENT FROM INBOX?transacted=true&onConsume=DELETE FROM INBOX WHERE ID = :#ID")
                    .transacted("required")
                    .setVariable("id", simple("${body[ID]}"))
                    .setBody(simple("${body[DOCUMENT]}"))
                    .to("docproc:extract?schema=classpath:docs/invoice-schema.json")
                    .to("sql:INSERT INTO INVOICE (ID, TOTAL) VALUES (:#${variable.id}, :#${body[total]})")
                    .to("direct:archive");
            // end::sql-transaction[]
        }
    }

    static final class RestUpload extends RouteBuilder {
        @Override
        public void configure() {
            // tag::rest-upload[]
            onException(Exception.class).handled(true).process(new ErrorResponseProcessor());
            from("platform-http:/pages?httpMethodRestrict=POST")
                    .to("docproc:crop?enhanceMode=5&permitTimeout=10s")
                    .choice()
                    .when(simple("${body} is 'java.util.List'"))
                    .setBody(simple("${body[0]}"))
                    .end()
                    .removeHeaders("*", "Content-Type");
            // end::rest-upload[]
        }
    }

    static final class Archive extends RouteBuilder {
        @Override
        public void configure() {
            // tag::archive[]
            from("file:{{archives}}?readLock=changed&readLockMarkerFile=false&readLockMinAge=1000&readLockMinLength=0"
                            + "&move=done/${file:name}&moveFailed=failed/${file:name}")
                    .bean(ZipFiles.class, "unpack(${body}, '{{inbox}}')");
            // end::archive[]
        }
    }

    static final class DailyLimit extends RouteBuilder {
        @Override
        public void configure() {
            // tag::daily-limit[]
            from("file:{{inbox}}")
                    .throttle(constant("{{limit.documents}}"))
                    .timePeriodMillis("{{limit.period}}")
                    .to("docproc:extract?schema=classpath:docs/invoice-schema.json&pageCount=5&output=json")
                    .to("file:{{outbox}}?fileName=${file:name}.json");
            // end::daily-limit[]
        }
    }
}
