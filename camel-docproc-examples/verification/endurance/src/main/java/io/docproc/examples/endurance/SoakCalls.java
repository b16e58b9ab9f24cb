/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.model.Balance;
import io.docproc.camel.model.CategoryField;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.model.ServicePackages;
import io.docproc.camel.model.WorkflowReply;
import io.docproc.examples.endurance.GeneratedDocument.Kind;
import io.docproc.examples.endurance.network.NetworkProcess;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.camel.Exchange;

/** Calls of all operations of the component with their inputs and the checks of their results. */
final class SoakCalls {
    private static final int DOCUMENTS = 60;
    private static final String DOCUMENT = "soak.document";
    private static final String JOB = "soak.job";
    private static final String CORRELATION_ID = "soakCorrelationId";
    private static final SoakCall.Preparation NOTHING = (exchange, random) -> {};

    /** File name with path traversal, header injection and quotes, longer than file systems allow. */
    private static final String UNSAFE_NAME = "../\r\nX-Injected: yes\r\n\r\n\"合同\"" + "x".repeat(300);

    /** Headers of other systems, which must have no effect. */
    private static final Map<String, Object> FOREIGN_HEADERS =
            Map.of("x-ti-secret-code", "another", "CamelHttpUri", "http://127.0.0.1:1", "cAmElHttpPath", "/elsewhere");

    private final SoakJobs jobs;
    private final NetworkProcess.Ports ports;
    private final List<GeneratedDocument> texts = new ArrayList<>();
    private final List<GeneratedDocument> photos = new ArrayList<>();
    private final List<GeneratedDocument> all = new ArrayList<>();

    /**
     * @param folder an existing folder for the documents that are sent
     * @param ports of the network before the service
     */
    SoakCalls(Path folder, SoakJobs jobs, NetworkProcess.Ports ports) throws IOException {
        this.jobs = jobs;
        this.ports = ports;
        DocumentGenerator generator = new DocumentGenerator(folder, EnumSet.allOf(Kind.class));
        for (int i = 0; i < DOCUMENTS; i++) {
            GeneratedDocument document = generator.next();
            all.add(document);
            if (document.kind() != Kind.PHOTO) {
                texts.add(document);
            }
            if (document.kind() != Kind.TEXT) {
                photos.add(document);
            }
        }
    }

    /** Returns a call of each operation, one of them also over TLS, and calls that cannot reach the service. */
    List<SoakCall> calls() {
        return Stream.of(documentCalls(), accountCalls(), unreachableCalls())
                .flatMap(List::stream)
                .map(SoakCalls::withForeignHeaders)
                .toList();
    }

    private static SoakCall withForeignHeaders(SoakCall call) {
        SoakCall.Preparation preparation = (exchange, random) -> {
            FOREIGN_HEADERS.forEach(exchange.getMessage()::setHeader);
            call.preparation().prepare(exchange, random);
        };
        return new SoakCall(call.name(), call.weight(), call.uri(), preparation, call.check());
    }

    private List<SoakCall> documentCalls() {
        String tls = "https://127.0.0.1:" + ports.tls();
        return List.of(
                new SoakCall("crop", 2, "docproc:crop", sending(photos), SoakCalls::checkResult),
                new SoakCall(
                        "extract",
                        8,
                        "docproc:extract?schema=classpath:schemas/invoice.json",
                        sending(texts),
                        SoakCalls::checkResult),
                new SoakCall("parseSync", 8, "docproc:parseSync", sending(texts), SoakCalls::checkResult),
                new SoakCall("parseTls", 4, "docproc:parseSync?baseUrl=" + tls, sending(texts), SoakCalls::checkResult),
                new SoakCall(
                        "parseAsync",
                        8,
                        "docproc:parseAsync?correlationId=${exchangeProperty.soakCorrelationId}",
                        this::submit,
                        this::submitted),
                new SoakCall(
                        "parseStatus", 4, "docproc:parseStatus", this::selectJob, it -> checkType(ParseJob.class, it)),
                new SoakCall("parseResult", 4, "docproc:parseResult", this::selectJob, SoakCalls::checkResult));
    }

    private static List<SoakCall> accountCalls() {
        String packages = "docproc:packages?servicePath=/ai/service/v1/pdf_to_markdown";
        String table = "docproc:updateTable?workspaceId=w&categoryId=c&tableId=t";
        String files = "docproc:call?service=workflow&servicePath=/api/app-api/sip/platform/v2/file/fetch"
                + "&serviceMethod=GET&param.workspace_id=1";
        return List.of(
                new SoakCall("balance", 2, "docproc:balance", NOTHING, it -> checkType(Balance.class, it)),
                new SoakCall("packages", 2, packages, NOTHING, it -> checkType(ServicePackages.class, it)),
                new SoakCall(
                        "addField",
                        2,
                        "docproc:addField?workspaceId=w",
                        SoakCalls::name,
                        it -> checkType(CategoryField.class, it)),
                new SoakCall(
                        "updateTable",
                        2,
                        table,
                        (it, random) -> it.getMessage().setBody(Map.of("collect_from_multi_table", true)),
                        it -> checkType(WorkflowReply.class, it)),
                new SoakCall("call", 2, files, NOTHING, SoakCalls::checkFiles));
    }

    private List<SoakCall> unreachableCalls() {
        return List.of(
                unreachable("refused", "http://127.0.0.1:1"),
                unreachable("unknownHost", "http://no-such-host.invalid"),
                unreachable("neverAccepted", "http://127.0.0.1:" + ports.nonAccepting()));
    }

    private static SoakCall unreachable(String name, String baseUrl) {
        return new SoakCall(
                name,
                1,
                "docproc:balance?baseUrl=" + baseUrl,
                NOTHING,
                it -> Optional.of("there is no service, and it succeeded"));
    }

    private static SoakCall.Preparation sending(List<GeneratedDocument> documents) {
        return (exchange, random) -> send(exchange, documents, random);
    }

    private static void send(Exchange exchange, List<GeneratedDocument> documents, Random random) throws IOException {
        GeneratedDocument document = documents.get(random.nextInt(documents.size()));
        boolean broken = random.nextInt(10) == 0;
        exchange.setProperty(DOCUMENT, broken ? document.asBroken() : document);
        boolean odd = random.nextInt(10) == 0;
        exchange.getMessage().setHeader(Exchange.FILE_NAME, (odd ? UNSAFE_NAME : "") + document.name());
        exchange.getMessage().setBody(broken ? invalidBody(document, random) : body(document, random));
    }

    private static Object invalidBody(GeneratedDocument document, Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> "a text, not a document";
            case 1 -> document.file().resolveSibling("is not there").toFile();
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

    private void submit(Exchange exchange, Random random) throws IOException {
        send(exchange, texts, random);
        int job = jobs.next();
        exchange.setProperty(JOB, job);
        exchange.setProperty(CORRELATION_ID, job + "-" + number(exchange));
    }

    private static int number(Exchange exchange) {
        return exchange.getProperty(DOCUMENT, GeneratedDocument.class).number();
    }

    private void selectJob(Exchange exchange, Random random) {
        Optional<SoakJobs.Submission> job = jobs.recent(random.nextInt(Integer.MAX_VALUE));
        job.ifPresent(it -> exchange.setProperty(DOCUMENT, it.document()));
        exchange.getMessage().setBody(job.map(SoakJobs.Submission::jobId).orElse("no-such-job"));
    }

    /** A name is taken once in each category. */
    private static void name(Exchange exchange, Random random) {
        exchange.getMessage().setHeader(DocprocConstants.CATEGORY_ID, "c" + random.nextInt(1000));
        exchange.getMessage().setBody(Map.of("name", "field " + random.nextLong()));
    }

    /** Checks that the response belongs to the document; all response types convert to JSON. */
    private static Optional<String> checkResult(Exchange exchange) {
        return exchange.getProperty(DOCUMENT, GeneratedDocument.class)
                .problem(exchange.getMessage().getBody(byte[].class));
    }

    private Optional<String> submitted(Exchange exchange) {
        ParseJob job = exchange.getMessage().getBody(ParseJob.class);
        GeneratedDocument document = exchange.getProperty(DOCUMENT, GeneratedDocument.class);
        jobs.submitted(exchange.getProperty(JOB, Integer.class), new SoakJobs.Submission(job.jobId(), document));
        return Optional.empty();
    }

    private static Optional<String> checkType(Class<?> type, Exchange exchange) {
        Object body = exchange.getMessage().getBody();
        return type.isInstance(body) ? Optional.empty() : Optional.of("the response is " + body);
    }

    private static Optional<String> checkFiles(Exchange exchange) {
        String files = exchange.getMessage().getBody(String.class);
        return files.contains("\"files\"") ? Optional.empty() : Optional.of("the response is " + files);
    }

    /** Processes the completion of a job and fails at intervals. */
    void completed(Exchange exchange) {
        if (jobs.isToFail()) {
            throw new IllegalStateException("the route fails on purpose");
        }
        String[] correlation = exchange.getMessage()
                .getHeader(DocprocConstants.CORRELATION_ID, String.class)
                .split("-", 2);
        GeneratedDocument document = all.get(Integer.parseInt(correlation[1]) - 1);
        String status = exchange.getMessage().getHeader(DocprocConstants.STATUS, String.class);
        Optional<String> problem =
                switch (status) {
                    case "completed" -> document.problem(exchange.getMessage().getBody(byte[].class));
                    case "failed" ->
                        document.kind() == Kind.BROKEN ? Optional.empty() : Optional.of("its job has failed");
                    default -> Optional.of("its job is " + status);
                };
        problem.ifPresent(it -> jobs.addProblem(document.name() + ": " + it));
        jobs.routed(Integer.parseInt(correlation[0]));
    }
}
