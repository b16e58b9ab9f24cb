/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import io.docproc.camel.error.DocprocAccountException;
import io.docproc.camel.error.DocprocBalanceException;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.DocprocPasswordException;
import io.docproc.camel.error.DocprocRateLimitException;
import java.util.concurrent.RejectedExecutionException;
import org.apache.camel.Exchange;
import org.apache.camel.LoggingLevel;
import org.apache.camel.builder.RouteConfigurationBuilder;
import org.apache.camel.model.RouteConfigurationDefinition;

/** The recipes in Java; the files of {@code error-handling} have comments. */
public final class ErrorRoutes extends RouteConfigurationBuilder {
    @Override
    public void configuration() {
        documents();
        account();
        fundsErrors();
    }

    private void documents() {
        // tag::documents[]
        RouteConfigurationDefinition documents = routeConfiguration("documents");
        documents
                .onException(DocprocPasswordException.class)
                .maximumRedeliveries(0)
                .handled(true)
                .useOriginalBody()
                .setVariable("folder", constant("needs-password"))
                .to("direct:dead-letter");
        documents
                .onException(DocprocDocumentException.class)
                .maximumRedeliveries(0)
                .handled(true)
                .useOriginalBody()
                .setVariable("folder", constant("failed"))
                .to("direct:dead-letter");
        documents
                .onException(DocprocPartialFailureException.class)
                .maximumRedeliveries(0)
                .handled(true)
                .useOriginalBody()
                .setVariable("folder", constant("partial"))
                .to("direct:dead-letter")
                .setBody(simple("${exception.partialResponse.result.fields}"))
                .to("file:{{docproc.folder}}/outbox?fileName=${file:name}.${variable.version}.partial.json");
        // end::documents[]
    }

    private void account() {
        // tag::account[]
        RouteConfigurationDefinition account = routeConfiguration("account");
        account.onException(DocprocRateLimitException.class)
                .maximumRedeliveries(0)
                .logExhausted(false)
                .to("controlbus:route?routeId=inbox&action=stop&async=true")
                .log(LoggingLevel.WARN, "Rate limit: ${file:name} waits in the inbox");
        account.onException(DocprocBalanceException.class)
                .maximumRedeliveries(0)
                .logExhausted(false)
                .to("controlbus:route?routeId=inbox&action=stop&async=true")
                .setBody(simple("The account is empty: the poller stops. ${exception.message}"))
                .to("{{docproc.alarm}}");
        account.onException(DocprocAccountException.class)
                .maximumRedeliveries(0)
                .logExhausted(false)
                .to("controlbus:route?routeId=inbox&action=stop&async=true")
                .setBody(simple("The service refuses the account: the poller stops. ${exception.message}"))
                .to("{{docproc.alarm}}");
        account.onException(Error.class)
                .maximumRedeliveries(0)
                .logExhausted(false)
                .to("controlbus:route?routeId=funds&action=stop&async=true")
                .to("controlbus:route?routeId=inbox&action=stop&async=true")
                .setBody(simple("The poller stops. ${exception.cause}"))
                .to("{{docproc.alarm}}");
        account.onException(RejectedExecutionException.class)
                .maximumRedeliveries(0)
                .logExhausted(false)
                .log(LoggingLevel.WARN, "The poller stops: ${file:name} waits in the inbox");
        // end::account[]
    }

    private void fundsErrors() {
        // tag::funds-errors[]
        routeConfiguration("funds-errors")
                .onException(DocprocException.class)
                .maximumRedeliveries(0)
                .handled(true)
                .log(LoggingLevel.WARN, "The account is polled again later: ${exception.message}");
        // end::funds-errors[]
    }

    @Override
    public void configure() {
        inbox();
        failed();
        funds();
        deadLetter();
    }

    private void inbox() {
        // tag::inbox[]
        from("file:{{docproc.folder}}/inbox?delete=true&sortBy=file:name"
                        + "&readLock=changed&readLockMinAge=500&readLockCheckInterval=300&readLockMinLength=0"
                        + "&readLockMarkerFile=false&initialDelay=0&delay={{docproc.pollDelay}}")
                .routeId("inbox")
                .autoStartup(false)
                .routeConfigurationId("safe-redelivery,documents,account")
                .setVariable("version", simple("${date:file:yyyyMMdd-HHmmssSSS}-${file:size}"))
                .to("docproc:extract?schema=RAW({{docproc.schema}})")
                .to("file:{{docproc.folder}}/outbox?fileName=${file:name}.${variable.version}.json");
        // end::inbox[]
    }

    private void failed() {
        // tag::failed[]
        from("direct:failed")
                .routeId("failed")
                .setBody(exchangeProperty(Exchange.FILE_EXCHANGE_FILE))
                .setVariable("folder", constant("dead-letter"))
                .to("direct:dead-letter");
        // end::failed[]
    }

    private void funds() {
        // tag::funds[]
        from("timer:funds?delay=0&period={{docproc.fundsPeriod}}&synchronous=true")
                .routeId("funds")
                .routeConfigurationId("funds-errors")
                .to("controlbus:route?routeId=inbox&action=status")
                .filter(simple("${body} == 'Stopped'"))
                .to("docproc:balance")
                .choice()
                .when(simple("${body.availableBalance.toString()} >= {{docproc.minimumBalance}}"))
                .to("direct:start-inbox")
                .otherwise()
                .to("docproc:packages?apiPath={{docproc.apiPath}}")
                .split(body())
                .filter(simple("${body.exhausted} == false"))
                .to("direct:start-inbox");

        from("direct:start-inbox")
                .routeId("start-inbox")
                .to("controlbus:route?routeId=inbox&action=status")
                .filter(simple("${body} == 'Stopped'"))
                .to("controlbus:route?routeId=inbox&action=start")
                .setBody(constant("The account has enough balance or calls: the poller starts."))
                .to("{{docproc.alarm}}");
        // end::funds[]
    }

    private void deadLetter() {
        // tag::dead-letter[]
        from("direct:dead-letter")
                .routeId("dead-letter")
                .to("file:{{docproc.folder}}?fileName=${variable.folder}/${variable.version}/${file:name}")
                .choice()
                .when(simple("${exception} is 'io.docproc.camel.error.DocprocException'"))
                .setBody(
                        simple(
                                """
                        operation: ${exception.operation}
                        code: ${exception.code}
                        request id: ${exception.requestId}
                        message: ${exception.reason}
                        """))
                .otherwise()
                .setBody(simple("message: ${exception.message}\n"))
                .end()
                .to("file:{{docproc.folder}}?charset=UTF-8"
                        + "&fileName=${variable.folder}/${variable.version}/${file:name}.note.txt");
        // end::dead-letter[]
    }
}
