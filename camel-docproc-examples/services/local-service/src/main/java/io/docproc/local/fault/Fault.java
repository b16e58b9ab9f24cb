/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.fault;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.DocprocTestService;
import io.docproc.test.Stub;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * Fault that the local service injects.
 *
 * @param effect programs the fault
 * @param delay the delay before the fault
 * @param first the first matching call that it applies to, counted from 1
 * @param every the fault applies to every nth call from there, 1 for all
 * @param times the maximum number of times; empty for no maximum
 * @param definition the definition of the fault
 */
public record Fault(
        Function<DocprocTestService, Stub> effect,
        Duration delay,
        int first,
        int every,
        OptionalInt times,
        ObjectNode definition) {

    /** Adds the fault to a service. */
    public Stub add(DocprocTestService service) {
        Stub stub = effect.apply(service).delay(delay).every(every, first);
        times.ifPresent(stub::times);
        return stub;
    }
}
