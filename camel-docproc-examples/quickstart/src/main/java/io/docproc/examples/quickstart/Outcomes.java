/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.model.ModelJson;
import io.docproc.examples.support.DocumentProgress;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Message;
import org.apache.camel.Variable;

/** Creates the outcomes of documents from their exchanges. */
public final class Outcomes {
    private final JobFolders folders;

    Outcomes(JobFolders folders) {
        this.folders = folders;
    }

    /** Returns the name of a cropped image: {@code scan.png.jpg}, and {@code scan.png.2.jpg} for a second page. */
    public String imageName(
            @Variable("document") String document, @ExchangeProperty(Exchange.SPLIT_INDEX) Integer index) {
        return document + (index == 0 ? "" : "." + (index + 1)) + ".jpg";
    }

    /** Returns the outcome of a document whose results are stored, and deletes the note of an earlier failure. */
    public Outcome stored(
            @Variable("document") String document, @Variable("operation") String operation, Exchange exchange)
            throws IOException {
        if (!Files.exists(folders.failed().resolve(document))) {
            Files.deleteIfExists(folders.note(document));
        }
        return operation.equals("crop") ? cropped(document, exchange) : extracted(document, exchange);
    }

    private Outcome cropped(String document, Exchange exchange) {
        Message message = exchange.getMessage();
        int images = message.getBody() instanceof List<?> several ? several.size() : 1;
        String remark = OperationSelector.extension(document).equals("pdf")
                ? "no text in it: its first page was cropped"
                : images > 1 ? images + " pages found" : "";
        Outcome.Crop crop = new Outcome.Crop(
                message.getHeader(DocprocConstants.ORIGIN_WIDTH, 0, Integer.class),
                message.getHeader(DocprocConstants.ORIGIN_HEIGHT, 0, Integer.class),
                Stream.of(message.getHeader(DocprocConstants.POSITION, "", String.class)
                                .split(","))
                        .filter(number -> !number.isEmpty())
                        .map(Integer::valueOf)
                        .toList(),
                message.getHeader(DocprocConstants.ANGLE, -1, Integer.class),
                message.getHeader(DocprocConstants.CROPPED_WIDTH, 0, Integer.class),
                message.getHeader(DocprocConstants.CROPPED_HEIGHT, 0, Integer.class));
        List<String> results = IntStream.range(0, images)
                .mapToObj(index -> imageName(document, index))
                .toList();
        return outcome(document, exchange, results, remark, crop, null);
    }

    private Outcome extracted(String document, Exchange exchange) throws IOException {
        long found = values(ModelJson.mapper().readTree(folders.fields(document).toFile()));
        String remark =
                found == 0 ? "no values found: it may have no text" : found + (found == 1 ? " value" : " values");
        String result = folders.fields(document).getFileName().toString();
        return outcome(document, exchange, List.of(result), remark, null, null);
    }

    private static long values(JsonNode field) {
        if (field.isContainerNode()) {
            return StreamSupport.stream(field.spliterator(), false)
                    .mapToLong(Outcomes::values)
                    .sum();
        }
        return field.asText("").isEmpty() ? 0 : 1;
    }

    /** Returns the outcome of a document that failed. */
    public Outcome failed(@Variable("document") String document, Exchange exchange) {
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        return outcome(
                document,
                exchange,
                List.of(),
                "",
                null,
                new Outcome.Failure(DocumentProgress.reason(cause), advice(cause)));
    }

    private static String advice(Exception cause) {
        if (!(cause instanceof DocprocException failure)) {
            return "The service is not the cause: see the message below.";
        }
        if (failure instanceof DocprocTransportException) {
            return failure.isRetryable()
                    ? "Nothing was sent: check that the service can be reached."
                    : "The call may have arrived and may have been billed; another call may be billed twice.";
        }
        if (failure instanceof DocprocInvalidResponseException) {
            return "Check the base URL: the response is not one of the service.";
        }
        String advice = ErrorCode.of(failure.getCode())
                .map(code -> code.advice(failure.getOperation()))
                .orElse("see the reason");
        return Character.toUpperCase(advice.charAt(0)) + advice.substring(1) + ".";
    }

    private static Outcome outcome(
            String document,
            Exchange exchange,
            List<String> results,
            String remark,
            Outcome.Crop crop,
            Outcome.Failure failure) {
        long begun = exchange.getVariable("begun", Long.class);
        Message message = exchange.getMessage();
        String requestId = failure == null
                ? message.getHeader(DocprocConstants.REQUEST_ID, "", String.class)
                : exchange.getProperty(Exchange.EXCEPTION_CAUGHT) instanceof DocprocException e ? e.getRequestId() : "";
        Instant now = Instant.now();
        BigDecimal duration = message.getHeader(
                DocprocConstants.DURATION, BigDecimal.valueOf(now.toEpochMilli() - begun), BigDecimal.class);
        return new Outcome(
                document,
                exchange.getVariable("operation", "extract", String.class),
                now.toString(),
                duration.longValue(),
                requestId,
                results,
                remark,
                crop,
                failure);
    }
}
