/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.model.ServiceResource;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.Message;
import org.apache.camel.StreamCache;

/**
 * Tables of the messages that the documented responses result in. The table below a line
 *
 * <pre>// result: crop</pre>
 *
 * contains the body and the headers after the call of an operation that the service responds to with
 * {@code docs/responses/crop.json}.
 */
final class DocumentedResults {
    static final Path RESPONSES = Path.of("src/test/resources/docs/responses");

    private static final Pattern TABLE =
            Pattern.compile("^// result: (\\w+)\\R\\[.*]\\R\\|===\\R(?s:.*?)^\\|===$", Pattern.MULTILINE);
    private static final String COLUMNS =
            "[cols=\"2,1,3\",options=\"header\"]\n|===\n| After the call | Type | Example\n";
    private static final String PARSED = "parse";
    private static final int LONGEST = 110;
    /** Headers of every operation, which the page describes once. */
    private static final Set<String> COMMON = Set.of(
            DocprocConstants.CODE,
            DocprocConstants.MESSAGE,
            DocprocConstants.REQUEST_ID,
            DocprocConstants.VERSION,
            DocprocConstants.DURATION);

    private static final List<Call> CALLS = List.of(
            new Call("crop", "crop", "docproc:crop?enhanceMode=5&correctDirection=true", "image", "response"),
            new Call(
                    "extract",
                    "extract",
                    "docproc:extract?schema=classpath:docs/invoice-schema.json",
                    "fields",
                    "json",
                    "response"),
            new Call("parse", PARSED, "docproc:parse"),
            new Call(
                    "parseSync",
                    PARSED,
                    "docproc:parseSync",
                    "document",
                    "response",
                    "markdown",
                    "elements",
                    "pages",
                    "pageMarkdown"),
            new Call("parseAsync", "parseAsync", "docproc:parseAsync?correlationId=order-4711"),
            new Call("parseStatus", "parseStatus", "docproc:parseStatus"),
            new Call("parseResult", PARSED, "docproc:parseResult"),
            new Call("balance", "balance", "docproc:balance"),
            new Call("packages", "packages", "docproc:packages?apiPath=/ai/service/v1/pdf_to_markdown"),
            new Call(
                    "call",
                    "call",
                    "docproc:call?servicePath=/ai/service/v1/pdf_to_markdown",
                    "document",
                    "response",
                    "markdown"));

    private final ServiceDouble service;

    DocumentedResults(ServiceDouble service) {
        this.service = service;
    }

    /**
     * A documented call.
     *
     * @param operation the operation
     * @param response the name of the response file
     * @param uri the endpoint
     * @param outputs the documented kinds of body, default first
     */
    private record Call(String operation, String response, String uri, String... outputs) {
        String uri(String output) {
            return uri + (uri.contains("?") ? "&" : "?") + "output=" + output;
        }
    }

    /** Returns the page with the current table of each result. */
    String refresh(String page) {
        return TABLE.matcher(page)
                .replaceAll(table -> Matcher.quoteReplacement("// result: " + table.group(1) + "\n" + table(table)));
    }

    static List<String> operations(String page) {
        return TABLE.matcher(page).results().map(table -> table.group(1)).toList();
    }

    static String response(String name) {
        try {
            return Files.readString(RESPONSES.resolve(name + ".json"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private String table(MatchResult match) {
        Call call = CALLS.stream()
                .filter(known -> known.operation().equals(match.group(1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("say how to make the call " + match.group(1)));
        StringBuilder table = new StringBuilder(COLUMNS);
        Message first = null;
        for (String output : call.outputs()) {
            Message message = send(call, call.uri(output));
            if (output.equals("response")) {
                row(table, "body with `output=response`", type(message.getBody()), "the response above");
            } else {
                row(table, first == null ? "body" : "body with `output=" + output + "`", message.getBody());
            }
            first = first == null ? message : first;
        }
        if (first == null) {
            first = send(call, call.uri());
            row(table, "body", first.getBody());
        }
        new TreeMap<>(first.getHeaders()).forEach((name, value) -> {
            if (name.startsWith("CamelDocproc") && !COMMON.contains(name)) {
                row(table, "`" + name + "`", value);
            }
        });
        return table.append("|===").toString();
    }

    private Message send(Call call, String uri) {
        service.server().resetAll();
        service.respondWith(response(call.response()));
        if (call.operation().equals("parse")) {
            completeTheJob();
        }
        Object body =
                switch (call.operation()) {
                    case "parseStatus" -> "1111b207-b79a-456f-8782-ca4748ec42f6";
                    case "parseResult" ->
                        new ParseCompletion(
                                "1111b207-b79a-456f-8782-ca4748ec42f6",
                                "completed",
                                service.server().baseUrl() + "/results/8ff1ec88",
                                null,
                                null);
                    case "balance", "packages" -> null;
                    default -> Replies.DOCUMENT;
                };
        return service.call(uri, body);
    }

    /** Lets the status request of a job respond with the URL of the documented result. */
    private void completeTheJob() {
        String jobs = "/api/v1/xparse/parse/async";
        service.server().stubFor(Stubs.ok(jobs, response("parseAsync")));
        service.server()
                .stubFor(Stubs.ok(
                        jobs + "/1111b207-b79a-456f-8782-ca4748ec42f6",
                        response("parseStatus")
                                .replace(
                                        "https://files.example.com",
                                        service.server().baseUrl())));
    }

    private void row(StringBuilder table, String name, Object value) {
        row(table, name, type(value), "`+" + excerpt(text(value)).replace("|", "\\|") + "+`");
    }

    private static void row(StringBuilder table, String name, String type, String example) {
        table.append("| ")
                .append(name)
                .append(" | `")
                .append(type)
                .append("` | ")
                .append(example)
                .append('\n');
    }

    private static String type(Object value) {
        if (value instanceof StreamCache) {
            return "StreamCache";
        }
        return value instanceof Iterable<?> && !(value instanceof ServiceResource)
                ? "Iterable"
                : value.getClass().getSimpleName();
    }

    private String text(Object value) {
        if (value instanceof Message part) {
            return text(part.getBody());
        }
        if (value instanceof Iterable<?> parts && !(value instanceof ServiceResource)) {
            return text(parts.iterator().next()) + ", …";
        }
        String text = service.context().getTypeConverter().convertTo(String.class, value);
        if (text.startsWith("{")) {
            return Json.read(text).toString();
        }
        return value instanceof StreamCache && !text.startsWith("#")
                ? "JPEG"
                : text.replace(service.server().baseUrl(), "https://files.example.com");
    }

    private static String excerpt(String text) {
        String line = text.replace("\n", "\\n");
        return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
    }
}
