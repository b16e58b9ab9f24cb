/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.fault.Fault;
import io.docproc.local.fault.FaultDefinition;
import io.docproc.local.fault.PlannedFaults;
import io.docproc.test.DocprocTestService;
import io.docproc.test.DocprocTestServiceBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** The paths below {@code /_local}, which the real service does not have: faults, calls, jobs and account. */
public final class Console {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String FAULTS = "/_local/faults";

    private final Supplier<DocprocTestService> service;
    private final PlannedFaults faults;
    private final CallCounts calls;

    /** Creates a console; the supplier returns the started service. */
    public Console(Supplier<DocprocTestService> service, PlannedFaults faults, CallCounts calls) {
        this.service = service;
        this.faults = faults;
        this.calls = calls;
    }

    /** Adds the paths to a service. */
    public void addPaths(DocprocTestServiceBuilder builder) {
        builder.controlPath("GET", FAULTS, body -> faults.json())
                .controlPath("PUT", FAULTS, body -> faults.replace(service.get(), read(body)))
                .controlPath("DELETE", FAULTS, body -> faults.replace(service.get(), List.of()))
                .controlPath("GET", "/_local/calls", body -> calls.json())
                .controlPath(
                        "GET",
                        "/_local/jobs",
                        body -> JobList.json(service.get().jobs()))
                .controlPath("POST", "/_local/top-up", this::topUp);
    }

    private ObjectNode topUp(byte[] body) throws IOException {
        TopUp topUp = TopUp.read(body);
        service.get().topUp(topUp.amount(), topUp.calls());
        return JsonNodeFactory.instance
                .objectNode()
                .put("available_balance", service.get().balance());
    }

    private static List<Fault> read(byte[] body) throws IOException {
        JsonNode json = JSON.readTree(body);
        List<Fault> read = new ArrayList<>();
        if (json.isArray()) {
            json.forEach(it -> read.add(FaultDefinition.read(it)));
        } else {
            read.add(FaultDefinition.read(json));
        }
        return read;
    }
}
