/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.model.ExtractedFields;
import io.docproc.camel.model.ModelJson;
import io.docproc.examples.quickstart.report.FieldsView;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/** Reads off an exchange what became of its document. */
final class ExchangeOutcome {
    private static final String BEGUN = "docproc.begun";

    private final Exchange exchange;
    private final Clock clock;
    private final Message message;
    private final String document;
    private final String operation;

    ExchangeOutcome(Exchange exchange, Clock clock) {
        this.exchange = exchange;
        this.clock = clock;
        this.message = exchange.getMessage();
        this.document = exchange.getVariable("document", String.class);
        this.operation = exchange.getVariable("operation", "extract", String.class);
    }

    /** Starts the clock of a document. */
    static void begin(Exchange exchange, Clock clock) {
        exchange.setProperty(BEGUN, clock.instant());
    }

    /** The name of an image that was cut out, counted from 0. */
    static String imageName(String document, int index) {
        return document + (index == 0 ? "" : "." + (index + 1)) + ".jpg";
    }

    /** The outcome of a document whose results are stored. */
    Outcome succeeded(JobFolders folders) throws IOException {
        return operation.equals("crop") ? cropped() : extracted(folders);
    }

    /** The outcome of a document that failed. */
    Outcome failed(Exception cause) {
        return outcome(FailureNotes.requestId(cause), List.of(), "", null, FailureNotes.failure(cause));
    }

    private Outcome cropped() {
        Outcome.Crop crop = new Outcome.Crop(
                number(DocprocConstants.ORIGIN_WIDTH),
                number(DocprocConstants.ORIGIN_HEIGHT),
                position(),
                message.getHeader(DocprocConstants.ANGLE, -1, Integer.class),
                number(DocprocConstants.CROPPED_WIDTH),
                number(DocprocConstants.CROPPED_HEIGHT));
        int images = message.getBody() instanceof List<?> several ? several.size() : 1;
        List<String> results = IntStream.range(0, images)
                .mapToObj(index -> imageName(document, index))
                .toList();
        return outcome(requestId(), results, cropRemark(images), crop, null);
    }

    private String cropRemark(int images) {
        if (OperationSelector.extension(document).equals("pdf")) {
            return "no text in it: its first page was cropped";
        }
        return images > 1 ? images + " pages found" : "";
    }

    private Outcome extracted(JobFolders folders) throws IOException {
        ExtractedFields fields =
                ModelJson.mapper().readValue(folders.fields(document).toFile(), ExtractedFields.class);
        long found = FieldsView.of(fields, List.of()).found();
        String remark =
                found == 0 ? "no values found: it may have no text" : found + (found == 1 ? " value" : " values");
        String result = folders.fields(document).getFileName().toString();
        return outcome(requestId(), List.of(result), remark, null, null);
    }

    private Outcome outcome(
            String requestId, List<String> results, String remark, Outcome.Crop crop, Outcome.Failure failure) {
        return new Outcome(
                document, operation, clock.instant().toString(), millis(), requestId, results, remark, crop, failure);
    }

    /** What the service says it took; without its word, how long the route took. */
    private long millis() {
        BigDecimal serviceMillis = message.getHeader(DocprocConstants.DURATION, BigDecimal.class);
        Instant begun = exchange.getProperty(BEGUN, clock.instant(), Instant.class);
        return serviceMillis == null ? Duration.between(begun, clock.instant()).toMillis() : serviceMillis.longValue();
    }

    private String requestId() {
        return message.getHeader(DocprocConstants.REQUEST_ID, "", String.class);
    }

    private int number(String header) {
        return message.getHeader(header, 0, Integer.class);
    }

    private List<Integer> position() {
        return Stream.of(message.getHeader(DocprocConstants.POSITION, "", String.class)
                        .split(","))
                .filter(number -> !number.isEmpty())
                .map(Integer::valueOf)
                .toList();
    }
}
