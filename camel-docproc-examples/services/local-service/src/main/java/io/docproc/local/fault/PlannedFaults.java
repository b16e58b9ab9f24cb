/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.fault;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.docproc.test.DocprocTestService;
import io.docproc.test.Stub;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The current faults of a service. Thread-safe. */
public final class PlannedFaults {
    private List<Planned> faults = List.of();

    private record Planned(Fault fault, Stub stub) {}

    /** Replaces all faults, and returns the new ones as {@link #json}. */
    public synchronized ArrayNode replace(DocprocTestService service, List<Fault> replacement) {
        faults.forEach(it -> it.stub().remove());
        List<Planned> planned = new ArrayList<>();
        List<Fault> lastFirst = new ArrayList<>(replacement);
        Collections.reverse(lastFirst);
        lastFirst.forEach(it -> planned.add(0, new Planned(it, it.add(service))));
        faults = planned;
        return json();
    }

    /** Returns the definitions, each with {@code applied}, the number of times that the fault was applied. */
    public synchronized ArrayNode json() {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        faults.forEach(it -> all.add(
                it.fault().definition().deepCopy().put("applied", it.stub().applied())));
        return all;
    }
}
