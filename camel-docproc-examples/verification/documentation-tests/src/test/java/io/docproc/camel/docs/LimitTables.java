/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.client.WireMock;
import com.github.tomakehurst.wiremock.http.Fault;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Tables of the page about limits and billing, read from the refusals and failures of the component. */
final class LimitTables {
    private static final byte[] WAV = "RIFF\0\0\0\0WAVEfmt ".getBytes(StandardCharsets.US_ASCII);
    private static final long TOO_MANY_BYTES = 10L * 1024 * 1024 * 1024;
    private static final int MEGABYTE = 1024 * 1024;
    private static final int LONG_SIDE = 1_000_000;
    private static final Pattern TYPES = Pattern.compile("accepted types are ([\\w, ]+)");
    private static final Pattern BYTES = Pattern.compile("accepted are at most (\\d+) bytes");
    private static final Pattern PIXELS = Pattern.compile("each side may have (\\d+ to \\d+ pixels[\\w ]*)");
    private static final Pattern AT_MOST = Pattern.compile("allowed are at most (\\d+)");

    private static final List<DocumentCall> DOCUMENT_CALLS = List.of(
            new DocumentCall(
                    "crop", "of a PDF, xref:docproc-operations.adoc#pdf-pages[only the first page] is cropped"),
            new DocumentCall(
                    "extract",
                    "the first 100 by default; `pageCount` sets another number, without a documented maximum, and"
                            + " `pageStart` the first page"),
            new DocumentCall("parseSync", "at most 100 or 500, see your contract; `pageRange` selects pages"),
            new DocumentCall("parse", "as `parseAsync`"),
            new DocumentCall(
                    "parseAsync", "at most 100, 2,000 or 5,000, see your contract; `pageRange` selects pages"));
    private static final List<Call> CALLS = List.of(
            new Call("crop", "crop", Replies.DOCUMENT),
            new Call("extract", "extract", Replies.DOCUMENT),
            new Call("parse", "parse", Replies.DOCUMENT),
            new Call("parseSync", "parseSync", Replies.DOCUMENT),
            new Call("parseAsync", "parseAsync", Replies.DOCUMENT),
            new Call("parseStatus", "parseStatus", "j-1"),
            new Call("parseResult", "parseResult", "j-1"),
            new Call("balance", "balance", null),
            new Call("packages", "packages?apiPath=/a", null),
            new Call("call", "call?servicePath=/a", Map.of("a", 1)),
            new Call("call", "call?servicePath=/a", null),
            new Call("addField", "addField", Map.of("name", "a")),
            new Call("updateTable", "updateTable", Map.of("name", "a")));
    private final ServiceDouble service;
    private final Path folder;

    private record DocumentCall(String operation, String pages) {}

    private record Call(String operation, String uri, Object body) {}

    /**
     * @param service the service that records the calls
     * @param folder an empty folder
     */
    LimitTables(ServiceDouble service, Path folder) {
        this.service = service;
        this.folder = folder;
    }

    /** Returns the rows of a table, without its delimiters. */
    String render(String table) throws IOException {
        return switch (table) {
            case "documents" -> documents();
            case "schema" -> schema();
            case "calls" -> calls();
            default -> throw new IllegalArgumentException("The page has a table " + table);
        };
    }

    private String documents() throws IOException {
        Path large = folder.resolve("large.pdf");
        try (RandomAccessFile file = new RandomAccessFile(large.toFile(), "rw")) {
            file.setLength(TOO_MANY_BYTES);
        }
        String rows = DOCUMENT_CALLS.stream()
                .map(call -> row(
                        xref(call.operation()),
                        first(TYPES, refusal(call.operation(), WAV)),
                        first(BYTES, refusal(call.operation(), large)),
                        pixels(call.operation()),
                        call.pages()))
                .collect(Collectors.joining());
        Files.delete(large);
        return header("Operation", "Types", "Size", "Width and height of an image", "Pages") + rows;
    }

    private String pixels(String operation) {
        return Stream.of(png(LONG_SIDE, LONG_SIDE), png(LONG_SIDE, 1))
                .map(image -> first(PIXELS, refusal(operation, image)))
                .distinct()
                .collect(Collectors.joining("; "));
    }

    /** Returns the beginning of a PNG. */
    private static byte[] png(int width, int height) {
        return ByteBuffer.allocate(64)
                .put("\u0089PNG\r\n\u001a\n".getBytes(StandardCharsets.ISO_8859_1))
                .putInt(13)
                .put("IHDR".getBytes(StandardCharsets.US_ASCII))
                .putInt(width)
                .putInt(height)
                .put((byte) 8)
                .array();
    }

    private String schema() {
        String nested = IntStream.range(0, 9)
                .mapToObj(level -> "{\"type\":\"object\",\"properties\":{\"a\":")
                .collect(Collectors.joining("", "", "{\"type\":\"string\"}" + "}}".repeat(9)));
        String wide = IntStream.range(0, 999)
                .mapToObj(field -> "\"f" + field + "\":{\"type\":\"string\"}")
                .collect(Collectors.joining(",", "{\"type\":\"object\",\"properties\":{", "}}"));
        return header("Limit of a schema", "At most")
                + row("levels of objects", first(AT_MOST, refusal(nested)))
                + row("leaf fields", first(AT_MOST, refusal(wide)));
    }

    private String refusal(String schema) {
        return failure("extract", Replies.DOCUMENT, schema).getMessage();
    }

    private String refusal(String operation, Object document) {
        return String.valueOf(exception(operation, document, Replies.SCHEMA));
    }

    private DocprocException failure(String uri, Object body, String schema) {
        return (DocprocException) exception(uri, body, schema);
    }

    private Exception exception(String uri, Object body, String schema) {
        String options = uri.equals("parseAsync") ? "?webhook=https://hooks.example.com" : "";
        return service.send("docproc:" + uri + options, body, Map.of("CamelDocprocSchema", schema))
                .getException();
    }

    private static String first(Pattern pattern, String message) {
        return pattern.matcher(message)
                .results()
                .map(LimitTables::limit)
                .findFirst()
                .orElse("not checked");
    }

    private static String limit(MatchResult match) {
        return match.group(0).endsWith(" bytes")
                ? "at most " + Long.parseLong(match.group(1)) / MEGABYTE + " MB"
                : match.group(1).strip();
    }

    private String calls() {
        service.component().getConfiguration().setWorkflowUrl(service.server().baseUrl());
        return header("Operations", "Request", "Treated as", "Retryable if the response is lost")
                + operationsByRequest().entrySet().stream()
                        .map(row -> row(row.getValue(), row.getKey()))
                        .collect(Collectors.joining());
    }

    /** Returns the operations, joined by commas, of each combination of the cells after the first. */
    private Map<String, String> operationsByRequest() {
        return CALLS.stream()
                .collect(Collectors.groupingBy(
                        this::request,
                        LinkedHashMap::new,
                        Collectors.mapping(call -> xref(call.operation()), Collectors.joining(", "))));
    }

    private String request(Call call) {
        // A response ends the outage that the call before has begun.
        respond(WireMock.okJson(Replies.BALANCE));
        service.call("docproc:balance", null);
        respond(WireMock.aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER));
        service.server().resetRequests();
        DocprocException failure = failure(call.uri(), call.body(), Replies.SCHEMA);
        String method = service.onlyRequest().getMethod().getName();
        return String.join(
                " | ",
                "`" + method + "`",
                method.equals("GET") ? "not billed" : "billed",
                yesOrNo(failure.isRetryable()));
    }

    private void respond(ResponseDefinitionBuilder response) {
        service.server().stubFor(WireMock.any(WireMock.anyUrl()).willReturn(response));
    }

    private static String yesOrNo(boolean value) {
        return value ? "yes" : "no";
    }

    private static String xref(String operation) {
        return operation.matches("addField|updateTable")
                ? "xref:docproc-operations.adoc#deprecated[`" + operation + "`]"
                : "xref:docproc-operations.adoc#" + operation + "[`" + operation + "`]";
    }

    private static String header(String... cells) {
        return row(cells);
    }

    private static String row(String... cells) {
        return "| " + String.join(" | ", cells) + "\n";
    }
}
