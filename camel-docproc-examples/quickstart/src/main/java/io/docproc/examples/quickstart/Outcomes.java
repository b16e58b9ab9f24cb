/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.model.ModelJson;
import io.docproc.examples.support.DocumentProgress;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Message;
import org.apache.camel.component.file.GenericFile;

/** Stores the outcomes of documents for the report, and the reasons of failures for the user. */
public final class Outcomes {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private final JobFolders folders;
    private final Map<String, Outcome> unreported = new ConcurrentHashMap<>();

    Outcomes(JobFolders folders) {
        this.folders = folders;
    }

    /** Returns the name of a document. */
    static String document(Exchange exchange) {
        return exchange.getProperty(Exchange.FILE_EXCHANGE_FILE, GenericFile.class)
                .getFileName();
    }

    /** Returns the outcome of a document once; null if it has none. */
    Outcome remove(String document) {
        return unreported.remove(document);
    }

    /** Returns the name of a cropped image: {@code scan.png.jpg}, and {@code scan.png.2.jpg} for a second page. */
    public String imageName(Exchange exchange, @ExchangeProperty(Exchange.SPLIT_INDEX) Integer index) {
        return imageName(document(exchange), index);
    }

    private static String imageName(String document, int index) {
        return document + (index == 0 ? "" : "." + (index + 1)) + ".jpg";
    }

    /** Stores the outcome of a document whose results are stored, and deletes the note of an earlier failure. */
    public void stored(Exchange exchange) throws IOException {
        String document = document(exchange);
        if (!Files.exists(folders.failed().resolve(document))) {
            Files.deleteIfExists(folders.note(document));
        }
        boolean cropped = "crop".equals(exchange.getVariable("operation"));
        store(cropped ? cropped(document, exchange) : extracted(document, exchange));
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
        String remark = found == 0
                ? "no values found: it may have none of the fields"
                : found + (found == 1 ? " value" : " values");
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

    /** Stores the outcome of a document that failed, and a note beside its original. */
    public void failed(Exchange exchange) throws IOException {
        Exception cause = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class);
        Outcome.Failure failure = new Outcome.Failure(DocumentProgress.reason(cause), advice(cause));
        Outcome outcome = outcome(document(exchange), exchange, List.of(), "", null, failure);
        String note =
                """
                %s was not processed.

                Operation:   %s
                Time:        %s
                Reason:      %s
                Request id:  %s
                What to do:  %s
                             Then move the file back to %s and run the job again.

                %s
                """
                        .formatted(
                                outcome.document(),
                                outcome.operation(),
                                outcome.finished(),
                                failure.reason(),
                                outcome.requestId(),
                                failure.advice(),
                                folders.inbox(),
                                cause);
        write(folders.note(outcome.document()), note.getBytes(StandardCharsets.UTF_8));
        store(outcome);
    }

    private void store(Outcome outcome) throws IOException {
        write(folders.report().resolve(outcome.document() + ".outcome.json"), JSON.writeValueAsBytes(outcome));
        unreported.put(outcome.document(), outcome);
    }

    /** Writes a file atomically, so that a crash leaves the earlier one. */
    private static void write(Path file, byte[] content) throws IOException {
        Path unfinished = Files.write(file.resolveSibling(".unfinished-" + file.getFileName()), content);
        Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
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
        Message message = exchange.getMessage();
        String requestId = failure == null
                ? message.getHeader(DocprocConstants.REQUEST_ID, "", String.class)
                : exchange.getProperty(Exchange.EXCEPTION_CAUGHT) instanceof DocprocException e ? e.getRequestId() : "";
        BigDecimal elapsed = BigDecimal.valueOf(exchange.getClock().elapsed());
        return new Outcome(
                document,
                exchange.getVariable("operation", "extract", String.class),
                Instant.now().toString(),
                message.getHeader(DocprocConstants.DURATION, elapsed, BigDecimal.class)
                        .longValue(),
                requestId,
                results,
                remark,
                crop,
                failure);
    }
}
