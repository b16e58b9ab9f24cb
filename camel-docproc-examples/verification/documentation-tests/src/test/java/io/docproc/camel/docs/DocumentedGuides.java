/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ErrorResponseProcessor;
import org.apache.camel.builder.RouteBuilder;

/** Java routes of the guides. */
final class DocumentedGuides {
    private DocumentedGuides() {}

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

    static final class Photos extends RouteBuilder {
        @Override
        public void configure() {
            // tag::photos[]
            onException(Exception.class).setBody(exceptionMessage()).to("file:inbox/failed?fileName=${file:name}.txt");

            from("file:inbox?move=done/${file:name}&moveFailed=failed/${file:name}")
                    .threads(5, 5)
                    .maxQueueSize(0)
                    .to("docproc:crop?enhanceMode=5&correctDirection=true")
                    .split(body())
                    .stopOnException()
                    .to("file:pages?fileName=${file:name}.${exchangeProperty.CamelSplitIndex}.jpg");
            // end::photos[]
        }
    }

    static final class Invoices extends RouteBuilder {
        @Override
        public void configure() {
            // tag::invoices[]
            from("file:invoices?move=done/${file:name}&moveFailed=failed/${file:name}")
                    .to("docproc:extract?schema=classpath:docs/invoice-schema.json")
                    .choice()
                    .when(simple("${body[total]} != null && ${body[total]} != '' && ${body[total]} < 1000"))
                    .to("file:fields?fileName=invoices.jsonl&fileExist=Append&appendChars=\\n")
                    .otherwise()
                    .to("file:fields?fileName=to-approve.jsonl&fileExist=Append&appendChars=\\n");
            // end::invoices[]
        }
    }

    static final class Contracts extends RouteBuilder {
        @Override
        public void configure() {
            // tag::contracts[]
            from("file:contracts?move=done/${file:name}&moveFailed=failed/${file:name}")
                    .to("docproc:parse?output=markdown&tableView=markdown")
                    .to("file:markdown?fileName=${file:name}.md");
            // end::contracts[]
        }
    }

    static final class Subfolders extends RouteBuilder {
        @Override
        public void configure() {
            // tag::subfolders[]
            from("file:archive?recursive=true&move=.done/${file:name}&moveFailed=.failed/${file:name}")
                    .to("docproc:extract?schema=classpath:docs/invoice-schema.json")
                    .to("file:fields?fileName=${file:name}.json");
            // end::subfolders[]
        }
    }

    static final class Bucket extends RouteBuilder {
        @Override
        public void configure() {
            // tag::bucket[]
            onException(Exception.class)
                    .handled(true)
                    .setBody(exceptionMessage())
                    .to("file:failed?fileName=${variable.key}.txt");

            from("aws2-s3:scans?region=eu-central-1&useDefaultCredentialsProvider=true&includeBody=false"
                            + "&maxMessagesPerPoll=1&moveAfterRead=true&destinationBucket=scans-done")
                    .setVariable("key", header("CamelAwsS3Key"))
                    .to("docproc:parse?output=markdown")
                    .split(body())
                    .removeHeaders("CamelAwsS3Content*")
                    .setHeader("CamelAwsS3Key", simple("${variable.key}.md"))
                    .to("aws2-s3:scans-parsed?region=eu-central-1&useDefaultCredentialsProvider=true");
            // end::bucket[]
        }
    }

    static final class Ftp extends RouteBuilder {
        @Override
        public void configure() {
            // tag::ftp[]
            from("ftp:{{ftp.server}}/upload?username={{ftp.user}}&password=RAW({{ftp.password}})&passiveMode=true"
                            + "&binary=true&ftpClient.controlEncoding=UTF-8&localWorkDirectory=RAW({{ftp.work}})"
                            + "&move=.done/${file:name}&moveFailed=.failed/${file:name}"
                            + "&readLock=changed&readLockCheckInterval=1000&readLockMinLength=0")
                    .to("docproc:extract?schema=classpath:docs/invoice-schema.json")
                    .to("file:fields?fileName=${file:name}.json");
            // end::ftp[]
        }
    }

    static final class Mail extends RouteBuilder {
        @Override
        public void configure() {
            // tag::mail[]
            onException(Exception.class)
                    .handled(true)
                    .setBody(exceptionMessage())
                    .to("file:failed?fileName=${variable.name}.txt");

            from("imaps:imap.example.com?username=invoices&password=RAW({{mail.password}})")
                    .filter(simple("${header.From} contains '@acme.example'"))
                    .setHeader("CamelDocprocPdfPassword", constant("{{acme.password}}"))
                    .end()
                    .split(simple("${attachments}"))
                    .setVariable("name", simple("${body.key}"))
                    .filter(simple("${body.key} regex '(?i).*[.]pdf'"))
                    .to("docproc:extract?schema=classpath:docs/invoice-schema.json")
                    .to("file:fields?fileName=${variable.name}.json");
            // end::mail[]
        }
    }

    static final class Kafka extends RouteBuilder {
        @Override
        public void configure() {
            // tag::kafka[]
            String bytes = "org.apache.kafka.common.serialization.ByteArray";
            onException(DocprocException.class)
                    .onWhen(simple("${exception.retryable} == false"))
                    .useOriginalMessage()
                    .handled(true)
                    .to("kafka:invoices.dead?valueSerializer=" + bytes + "Serializer")
                    .script(simple("${header.CamelKafkaManualCommit.commit()}"));

            from("kafka:invoices?groupId=invoices&valueDeserializer=" + bytes + "Deserializer"
                            + "&autoOffsetReset=earliest&autoCommitEnable=false&allowManualCommit=true"
                            + "&breakOnFirstError=true&maxPollRecords=1&maxPollIntervalMs=1800000")
                    .to("docproc:extract?schema=classpath:docs/invoice-schema.json"
                            + "&outageTimeout=10m&permitTimeout=2m")
                    .to("direct:archive")
                    .script(simple("${header.CamelKafkaManualCommit.commit()}"));
            // end::kafka[]
        }
    }

    static final class JmsTransaction extends RouteBuilder {
        @Override
        public void configure() {
            // tag::jms[]
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
            // end::jms[]
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
            // tag::http[]
            onException(Exception.class).handled(true).process(new ErrorResponseProcessor());
            from("platform-http:/pages?httpMethodRestrict=POST")
                    .to("docproc:crop?enhanceMode=5&permitTimeout=10s")
                    .choice()
                    .when(simple("${body} is 'java.util.List'"))
                    .setBody(simple("${body[0]}"))
                    .end()
                    .removeHeaders("*", "Content-Type");
            // end::http[]
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
            from("file:{{inbox}}?move=done/${file:name}&moveFailed=failed/${file:name}")
                    .throttle(constant("{{limit.documents}}"))
                    .timePeriodMillis("{{limit.period}}")
                    .to("docproc:extract?schema=classpath:docs/invoice-schema.json&pageCount=5&output=json")
                    .to("file:{{outbox}}?fileName=${file:name}.json");
            // end::daily-limit[]
        }
    }
}
