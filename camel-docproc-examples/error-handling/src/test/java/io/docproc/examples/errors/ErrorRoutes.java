/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.DocprocPasswordException;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;

/** The recipes in Java; the files of {@code error-handling} have comments. */
public final class ErrorRoutes extends RouteBuilder {
    @Override
    public void configure() {
        from("file:{{docproc.folder}}/inbox?delete=true&sortBy=file:name"
                        + "&readLock=changed&readLockMarkerFile=false&readLockMinAge=1000&readLockMinLength=0"
                        + "&initialDelay=0&delay={{docproc.pollDelay}}")
                .routeId("inbox")
                .setVariable("version", simple("${date:file:yyyyMMdd-HHmmssSSS}-${file:size}"))
                .doTry()
                .to("docproc:extract?schema=RAW({{docproc.schema}})")
                .to("file:{{docproc.folder}}/outbox?fileName=${file:name}.${variable.version}.json")
                .doCatch(DocprocPasswordException.class)
                .setVariable("folder", constant("needs-password"))
                .to("direct:dead-letter")
                .doCatch(DocprocPartialFailureException.class)
                .setVariable("folder", constant("partial"))
                .to("direct:dead-letter")
                .setBody(simple("${exception.partialResponse.result.fields}"))
                .to("file:{{docproc.folder}}/outbox?fileName=${file:name}.${variable.version}.partial.json")
                .doCatch(Exception.class)
                .setVariable("folder", constant("failed"))
                .to("direct:dead-letter");

        from("direct:dead-letter")
                .routeId("dead-letter")
                .setBody(exchangeProperty(Exchange.FILE_EXCHANGE_FILE))
                .to("file:{{docproc.folder}}?fileName=${variable.folder}/${variable.version}/${file:name}")
                .setBody(simple("${exception.message}\n"))
                .to("file:{{docproc.folder}}?charset=UTF-8"
                        + "&fileName=${variable.folder}/${variable.version}/${file:name}.note.txt");
    }
}
