/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.console;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.fault.Fault;
import io.docproc.local.fault.FaultDefinition;
import io.docproc.local.request.JsonParameters;
import io.docproc.test.DocprocTestService;
import io.docproc.test.DocprocTestServiceBuilder;
import io.docproc.test.ParameterError;
import io.docproc.test.ParseJob;
import io.docproc.test.Stub;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The paths below {@code /_local}, which the real service does not have: faults, calls, jobs and account. Thread-safe.
 */
public final class Console {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();
    private static final String FAULTS = "/_local/faults";
    private static final String BALANCE = "balance";
    private static final String PACKAGE_CALLS = "package_calls";
    private static final int MAX_CREDIT = 1_000_000;

    private final Supplier<DocprocTestService> service;
    private final CallCounts calls;
    private List<Planned> faults = List.of();

    private record Planned(Fault fault, Stub stub) {}

    /** Creates a console; the supplier returns the started service. */
    public Console(Supplier<DocprocTestService> service, CallCounts calls) {
        this.service = service;
        this.calls = calls;
    }

    /** Adds the paths to a service. */
    public void addPaths(DocprocTestServiceBuilder builder) {
        builder.controlPath("GET", FAULTS, body -> faults())
                .controlPath("PUT", FAULTS, body -> replaceFaults(service.get(), read(body)))
                .controlPath("DELETE", FAULTS, body -> replaceFaults(service.get(), List.of()))
                .controlPath("GET", "/_local/calls", body -> calls.json())
                .controlPath("GET", "/_local/jobs", body -> jobs())
                .controlPath("POST", "/_local/top-up", this::topUp);
    }

    /** Replaces all faults of a service, and returns the new ones as JSON. */
    public synchronized ArrayNode replaceFaults(DocprocTestService target, List<Fault> replacement) {
        faults.forEach(it -> it.stub().remove());
        List<Planned> planned = new ArrayList<>();
        // The stub that was added last applies first.
        for (int i = replacement.size() - 1; i >= 0; i--) {
            planned.add(0, new Planned(replacement.get(i), replacement.get(i).add(target)));
        }
        faults = planned;
        return faults();
    }

    /** Returns the definitions, each with {@code applied}, the number of times that the fault was applied. */
    private synchronized ArrayNode faults() {
        ArrayNode all = JSON.createArrayNode();
        faults.forEach(it -> all.add(
                it.fault().definition().deepCopy().put("applied", it.stub().applied())));
        return all;
    }

    private static List<Fault> read(byte[] body) throws IOException {
        JsonNode json = JSON.readTree(body);
        List<Fault> read = new ArrayList<>();
        (json.isArray() ? json : JSON.createArrayNode().add(json)).forEach(it -> read.add(FaultDefinition.read(it)));
        return read;
    }

    private ArrayNode jobs() {
        ArrayNode jobs = JSON.createArrayNode();
        for (ParseJob job : service.get().jobs()) {
            ObjectNode json = jobs.addObject()
                    .put("job_id", job.id())
                    .put("status", job.status().id());
            job.resultUrl().ifPresent(it -> json.put("result_url", it.toString()));
            job.message().ifPresent(it -> json.put("message", it));
            json.put("file_name", job.request().fileName().orElse(""));
            job.request().webhook().ifPresent(it -> json.put("webhook", withoutQuery(it)));
            ArrayNode timeline = json.putArray("timeline");
            job.events().forEach(event -> {
                ObjectNode entry = timeline.addObject()
                        .put("at", event.time().toString())
                        .put(
                                "event",
                                event.type().name().toLowerCase(Locale.ROOT).replace('_', ' '));
                event.detail().ifPresent(it -> entry.put("detail", it));
            });
        }
        return jobs;
    }

    /** The query may contain a signature. */
    private static String withoutQuery(URI url) {
        return url.getScheme() + "://" + url.getRawAuthority() + url.getRawPath();
    }

    private ObjectNode topUp(byte[] body) throws IOException {
        JsonNode json = JSON.readTree(body);
        if (!(json instanceof ObjectNode object)) {
            throw ParameterError.of("body", json, "a JSON object");
        }
        JsonParameters parameters = new JsonParameters("", object);
        parameters.allowOnly(Set.of(BALANCE, PACKAGE_CALLS));
        JsonNode balance = object.path(BALANCE);
        BigDecimal amount = balance.decimalValue();
        boolean valid =
                balance.isNumber() && amount.signum() > 0 && amount.compareTo(BigDecimal.valueOf(MAX_CREDIT)) <= 0;
        if (!balance.isMissingNode() && !valid) {
            throw ParameterError.of(BALANCE, balance, "a number above 0, at most " + MAX_CREDIT);
        }
        Optional<Integer> packageCalls = parameters.integer(PACKAGE_CALLS, 1, MAX_CREDIT);
        if (balance.isMissingNode() && packageCalls.isEmpty()) {
            throw ParameterError.missing(BALANCE + " or " + PACKAGE_CALLS);
        }
        service.get().topUp(amount, packageCalls.orElse(0));
        return JSON.createObjectNode().put("available_balance", service.get().balance());
    }
}
