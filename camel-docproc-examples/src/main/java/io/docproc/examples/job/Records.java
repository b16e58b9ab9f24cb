/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.job;

import io.docproc.camel.DocprocConstants;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Message;
import org.apache.camel.Variable;

/** Writes down what became of each document, before its original leaves the inbox. */
public final class Records {
    /** The exchange property that holds the {@link Outcome}. */
    static final String OUTCOME = "docproc.outcome";

    private static final String BEGUN = "docproc.begun";

    private final JobFolders folders;
    private final Outcomes outcomes;
    private final FailureNotes notes;
    private final Clock clock;

    Records(JobFolders folders, Clock clock) {
        this.folders = folders;
        this.outcomes = new Outcomes(folders.report());
        this.notes = new FailureNotes(folders);
        this.clock = clock;
    }

    /** The name of a cropped image in the outbox: {@code scan.png.jpg}, and {@code scan.png.2.jpg} for a second page. */
    public String imageName(
            @Variable("document") String document, @ExchangeProperty(Exchange.SPLIT_INDEX) Integer index) {
        return document + (index == 0 ? "" : "." + (index + 1)) + ".jpg";
    }

    /** Work on a document begins. */
    public void begin(Exchange exchange) {
        exchange.setProperty(BEGUN, clock.instant());
    }

    /** The results of a document are in the outbox. */
    public void stored(Exchange exchange) throws IOException {
        Outcome outcome = about(exchange).succeeded();
        outcomes.keep(outcome);
        notes.forget(outcome.document());
        exchange.setProperty(OUTCOME, outcome);
    }

    /** A document failed for good. */
    public void failed(Exchange exchange) throws IOException {
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        Outcome outcome = about(exchange).failed(cause);
        notes.write(outcome, cause);
        outcomes.keep(outcome);
        exchange.setProperty(OUTCOME, outcome);
    }

    private Known about(Exchange exchange) {
        return new Known(
                exchange,
                exchange.getVariable("document", String.class),
                exchange.getVariable("operation", "extract", String.class));
    }

    /** What is known of an outcome whichever way it goes. */
    private final class Known {
        private final Exchange exchange;
        private final Message message;
        private final String document;
        private final String operation;

        private Known(Exchange exchange, String document, String operation) {
            this.exchange = exchange;
            this.message = exchange.getMessage();
            this.document = document;
            this.operation = operation;
        }

        private Outcome succeeded() {
            String requestId = message.getHeader(DocprocConstants.REQUEST_ID, "", String.class);
            return operation.equals("crop") ? cropped(requestId) : extracted(requestId);
        }

        private Outcome failed(Exception cause) {
            return outcome(FailureNotes.requestId(cause), List.of(), "", null, FailureNotes.failure(cause));
        }

        private Outcome cropped(String requestId) {
            Outcome.Crop crop = new Outcome.Crop(
                    number(DocprocConstants.ORIGIN_WIDTH),
                    number(DocprocConstants.ORIGIN_HEIGHT),
                    position(),
                    message.getHeader(DocprocConstants.ANGLE, -1, Integer.class),
                    number(DocprocConstants.CROPPED_WIDTH),
                    number(DocprocConstants.CROPPED_HEIGHT));
            int images = message.getBody() instanceof List<?> several ? several.size() : 1;
            List<String> results = new ArrayList<>();
            for (int index = 0; index < images; index++) {
                results.add(imageName(document, index));
            }
            String remark = images > 1 ? images + " pages found" : "";
            if (Pages.extension(document).equals("pdf")) {
                remark = "no text in it: its first page was cropped";
            }
            return outcome(requestId, results, remark, crop, null);
        }

        private Outcome extracted(String requestId) {
            return outcome(
                    requestId, List.of(folders.fields(document).getFileName().toString()), "", null, null);
        }

        private Outcome outcome(
                String requestId, List<String> results, String remark, Outcome.Crop crop, Outcome.Failure failure) {
            return new Outcome(
                    document,
                    operation,
                    clock.instant().toString(),
                    millis(),
                    requestId,
                    results,
                    remark,
                    crop,
                    failure);
        }

        /** What the service says it took; without its word, how long the route took. */
        private long millis() {
            BigDecimal serviceMillis = message.getHeader(DocprocConstants.DURATION, BigDecimal.class);
            Instant begun = exchange.getProperty(BEGUN, clock.instant(), Instant.class);
            return serviceMillis == null
                    ? Duration.between(begun, clock.instant()).toMillis()
                    : serviceMillis.longValue();
        }

        private int number(String header) {
            return message.getHeader(header, 0, Integer.class);
        }

        @SuppressWarnings("unchecked")
        private List<Integer> position() {
            return message.getHeader(DocprocConstants.POSITION, List.of(), List.class);
        }
    }
}
