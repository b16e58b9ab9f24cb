/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.model.Balance;
import io.docproc.camel.model.CategoryField;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.model.ServicePackages;
import io.docproc.camel.model.WorkflowReply;
import io.docproc.examples.endurance.GeneratedDocument.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.camel.Exchange;

/** Calls of all operations of the component with their inputs, the checks of their results, and the submitted jobs. */
final class SoakCalls {
    private static final int DOCUMENTS = 60;
    private static final int RECENT_JOBS = 64;
    private static final int FAILURE_INTERVAL = 20;
    private static final String DOCUMENT = "soak.document";
    private static final String JOB = "soakJob";
    private static final Preparation NOTHING = (exchange, random) -> {};

    /** File name with path traversal, header injection and quotes, longer than file systems allow. */
    private static final String UNSAFE_NAME = "../\r\nX-Injected: yes\r\n\r\n\"合同\"" + "x".repeat(300);

    /** Headers of other systems, which must have no effect. */
    private static final Map<String, Object> FOREIGN_HEADERS =
            Map.of("x-ti-secret-code", "another", "CamelHttpUri", "http://127.0.0.1:1", "cAmElHttpPath", "/elsewhere");

    private final Consumer<String> problems;
    private final List<GeneratedDocument> documents = new ArrayList<>();
    private final BitSet submitted = new BitSet();
    private final BitSet routed = new BitSet();
    private final Map<Integer, Submission> recent = new HashMap<>();
    private final AtomicInteger jobs = new AtomicInteger();
    private long completions;

    /**
     * Call that the load generator makes repeatedly, by the route {@code direct:name}.
     *
     * @param weight frequency relative to the other calls
     */
    record Call(String name, int weight, String uri, Preparation preparation, Check check) {}

    /** Sets body and headers of an exchange. */
    @FunctionalInterface
    interface Preparation {
        void prepare(Exchange exchange, Random random) throws Exception;
    }

    /** Returns the problem of a response. */
    @FunctionalInterface
    interface Check {
        Optional<String> problem(Exchange exchange);
    }

    /**
     * @param folder existing folder for the documents
     * @param problems receives violated expectations
     */
    SoakCalls(Path folder, Consumer<String> problems) throws IOException {
        this.problems = problems;
        for (int number = 1; number <= DOCUMENTS; number++) {
            documents.add(GeneratedDocument.create(folder, number, Set.of(Kind.values())));
        }
    }

    /** Returns a call of each operation, and calls that cannot reach the service. */
    List<Call> calls() {
        Check unreachable = it -> Optional.of("there is no service, and it succeeded");
        Preparation text = (exchange, random) -> send(exchange, Kind.TEXT, random);
        return List.of(
                call("crop", 2, "docproc:crop", (it, random) -> send(it, Kind.PHOTO, random), SoakCalls::checkResult),
                call(
                        "extract",
                        8,
                        "docproc:extract?schema=classpath:schemas/invoice.json",
                        text,
                        SoakCalls::checkResult),
                call("parseSync", 8, "docproc:parseSync", text, SoakCalls::checkResult),
                call(
                        "parseAsync",
                        8,
                        "docproc:parseAsync?correlationId=${exchangeProperty.soakJob}",
                        this::submit,
                        this::submitted),
                call("parseStatus", 4, "docproc:parseStatus", this::selectJob, is(ParseJob.class)),
                call("parseResult", 4, "docproc:parseResult", this::selectJob, SoakCalls::checkResult),
                call("balance", 2, "docproc:balance", NOTHING, is(Balance.class)),
                call(
                        "packages",
                        2,
                        "docproc:packages?apiPath=/ai/service/v1/pdf_to_markdown",
                        NOTHING,
                        is(ServicePackages.class)),
                call("addField", 2, "docproc:addField?workspaceId=w", SoakCalls::name, is(CategoryField.class)),
                call(
                        "updateTable",
                        2,
                        "docproc:updateTable?workspaceId=w&categoryId=c&tableId=t",
                        (it, random) -> it.getMessage().setBody(Map.of("collect_from_multi_table", true)),
                        is(WorkflowReply.class)),
                call("call", 2, "docproc:call?servicePath=/user/finance/balance", NOTHING, SoakCalls::checkBalance),
                call("refused", 1, "docproc:balance?baseUrl=http://127.0.0.1:1", NOTHING, unreachable),
                call("unknownHost", 1, "docproc:balance?baseUrl=http://no-such-host.invalid", NOTHING, unreachable));
    }

    private static Call call(String name, int weight, String uri, Preparation preparation, Check check) {
        Preparation withForeignHeaders = (exchange, random) -> {
            FOREIGN_HEADERS.forEach(exchange.getMessage()::setHeader);
            preparation.prepare(exchange, random);
        };
        return new Call(name, weight, uri, withForeignHeaders, check);
    }

    private void send(Exchange exchange, Kind kind, Random random) throws IOException {
        GeneratedDocument document = documents.get(random.nextInt(documents.size()));
        while (document.kind() != kind && document.kind() != Kind.BROKEN) {
            document = documents.get(random.nextInt(documents.size()));
        }
        boolean broken = random.nextInt(10) == 0;
        exchange.setProperty(DOCUMENT, broken ? document.asBroken() : document);
        boolean unsafe = random.nextInt(10) == 0;
        exchange.getMessage().setHeader(Exchange.FILE_NAME, (unsafe ? UNSAFE_NAME : "") + document.name());
        exchange.getMessage().setBody(broken ? invalidBody(document, random) : body(document, random));
    }

    private static Object invalidBody(GeneratedDocument document, Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> "a text, not a document";
            case 1 -> document.file().resolveSibling("missing").toFile();
            case 2 -> document.file().getParent().toFile();
            case 3 -> random;
            default -> null;
        };
    }

    private static Object body(GeneratedDocument document, Random random) throws IOException {
        return switch (random.nextInt(3)) {
            case 0 -> Files.readAllBytes(document.file());
            case 1 -> new ByteArrayInputStream(Files.readAllBytes(document.file()));
            default -> document.file().toFile();
        };
    }

    /** A field name can be added once to a category. */
    private static void name(Exchange exchange, Random random) {
        exchange.getMessage().setHeader(DocprocConstants.CATEGORY_ID, "c" + random.nextInt(1000));
        exchange.getMessage().setBody(Map.of("name", "field " + random.nextLong()));
    }

    private static GeneratedDocument document(Exchange exchange) {
        return exchange.getProperty(DOCUMENT, GeneratedDocument.class);
    }

    /** Checks that the response belongs to the document; all response types convert to JSON. */
    private static Optional<String> checkResult(Exchange exchange) {
        return document(exchange).problem(exchange.getMessage().getBody(byte[].class));
    }

    private static Check is(Class<?> type) {
        return exchange -> type.isInstance(exchange.getMessage().getBody())
                ? Optional.empty()
                : Optional.of("the response is " + exchange.getMessage().getBody());
    }

    private static Optional<String> checkBalance(Exchange exchange) {
        String json = exchange.getMessage().getBody(String.class);
        return json.contains("\"available_balance\"") ? Optional.empty() : Optional.of("the response is " + json);
    }

    private void submit(Exchange exchange, Random random) throws IOException {
        send(exchange, Kind.TEXT, random);
        exchange.setProperty(
                JOB, jobs.getAndIncrement() + "-" + document(exchange).number());
    }

    private synchronized Optional<String> submitted(Exchange exchange) {
        int job = Integer.parseInt(exchange.getProperty(JOB, String.class).split("-")[0]);
        submitted.set(job);
        recent.put(
                job % RECENT_JOBS,
                new Submission(exchange.getMessage().getBody(ParseJob.class).jobId(), document(exchange)));
        return Optional.empty();
    }

    private synchronized void selectJob(Exchange exchange, Random random) {
        Submission job = recent.get(random.nextInt(RECENT_JOBS));
        exchange.setProperty(DOCUMENT, job == null ? documents.get(0) : job.document());
        exchange.getMessage().setBody(job == null ? "no-such-job" : job.jobId());
    }

    private record Submission(String jobId, GeneratedDocument document) {}

    /** Processes the completion of a job; each twentieth fails. */
    synchronized void completed(Exchange exchange) {
        if (++completions % FAILURE_INTERVAL == 0) {
            throw new IllegalStateException("the route fails on purpose");
        }
        String[] correlation = exchange.getMessage()
                .getHeader(DocprocConstants.CORRELATION_ID, String.class)
                .split("-", 2);
        GeneratedDocument document = documents.get(Integer.parseInt(correlation[1]) - 1);
        String status = exchange.getMessage().getHeader(DocprocConstants.STATUS, String.class);
        Optional<String> problem =
                switch (status) {
                    case "completed" -> document.problem(exchange.getMessage().getBody(byte[].class));
                    case "failed" ->
                        document.kind() == Kind.BROKEN ? Optional.empty() : Optional.of("its job has failed");
                    default -> Optional.of("its job is " + status);
                };
        problem.ifPresent(it -> problems.accept(document.name() + ": " + it));
        int job = Integer.parseInt(correlation[0]);
        if (routed.get(job)) {
            problems.accept("job " + job + " was processed twice");
        }
        routed.set(job);
    }

    /** Reports accepted jobs without a completion, and returns the counts. */
    synchronized String summary() {
        BitSet missing = (BitSet) submitted.clone();
        missing.andNot(routed);
        if (!missing.isEmpty()) {
            problems.accept(missing.cardinality() + " jobs have no completion, the first is " + missing.nextSetBit(0));
        }
        BitSet lost = (BitSet) routed.clone();
        lost.andNot(submitted);
        return submitted.cardinality() + " jobs submitted, " + (routed.cardinality() - lost.cardinality())
                + " of them processed once each; " + lost.cardinality() + " more processed whose submission had no"
                + " response; the route failed " + completions / FAILURE_INTERVAL + " times on purpose";
    }
}
