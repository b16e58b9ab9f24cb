/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConstants;
import io.docproc.examples.support.Console;
import io.docproc.examples.support.DocumentProgress;
import io.docproc.examples.support.ExampleProperties;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/** Reports each document whose job is completed, and counts the completions of each. */
final class ParsingProgress extends DocumentProgress {
    private final Path inbox;
    private final Map<String, Integer> completions = new ConcurrentHashMap<>();

    /** @param inbox documents that are not submitted */
    ParsingProgress(Path inbox, Console console) {
        super(console);
        this.inbox = inbox;
    }

    @Override
    protected String document(Exchange exchange) {
        String correlationId = exchange.getMessage().getHeader(DocprocConstants.CORRELATION_ID, String.class);
        return exchange.getProperty("document", correlationId, String.class);
    }

    @Override
    protected void finished(Exchange exchange) {
        String route = String.valueOf(exchange.getFromRouteId());
        Message message = exchange.getMessage();
        if (route.equals("submit")) {
            if (exchange.isFailed()) {
                completions.merge(document(exchange), 1, Integer::sum);
                failed(document(exchange), reason(exchange.getException()));
            } else if (exchange.getProperty(Exchange.DUPLICATE_MESSAGE) == null) {
                completions.putIfAbsent(document(exchange), 0);
            }
        } else if (route.equals("completions") && !exchange.isFailed()) {
            completions.merge(document(exchange), 1, Integer::sum);
            if ("completed".equals(message.getHeader(DocprocConstants.STATUS))) {
                processed(document(exchange), "parsed");
            } else {
                failed(document(exchange), message.getHeader(DocprocConstants.MESSAGE, String.class));
            }
        }
    }

    @Override
    protected int waiting() {
        DocprocComponent component = getCamelContext().getComponent("docproc", DocprocComponent.class);
        return ExampleProperties.files(inbox).size()
                + component.getJobRepository().size();
    }

    /** The job whose completion is reported is still in the repository. */
    @Override
    protected int total() {
        return ExampleProperties.files(inbox).size() + completions.size();
    }

    /** Returns the documents that were not completed exactly once. */
    List<String> wrong() {
        return completions.keySet().stream()
                .filter(document -> completions.get(document) != 1)
                .sorted()
                .toList();
    }

    /** Returns the numbers of documents, results and failures. */
    String sentence() {
        int documents = completions.size();
        return documents + " documents, " + (documents - failedDocuments() - wrong().size()) + " results"
                + (failedDocuments() == 0 ? "" : ", " + failedDocuments() + " failed") + ", "
                + (wrong().isEmpty() ? "each once" : "wrong: " + wrong());
    }
}
