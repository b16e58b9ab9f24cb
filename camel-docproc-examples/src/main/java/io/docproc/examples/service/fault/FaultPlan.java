/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.service.fault;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.docproc.examples.service.Operation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The faults that are asked for at the moment, and how often each has struck. */
public final class FaultPlan {
    private List<Planned> faults;

    public FaultPlan(List<Fault> faults) {
        replace(faults);
    }

    /** Forgets all faults and their counts and takes these. */
    public synchronized void replace(List<Fault> replacement) {
        faults = replacement.stream().map(Planned::new).toList();
    }

    /** What this call has coming; delays add up, and of several effects the first one strikes. */
    public synchronized Disturbance next(Operation operation) {
        Duration delay = Duration.ZERO;
        Effect effect = null;
        for (Planned planned : faults) {
            boolean wouldBeOutdone = effect != null && planned.fault.effect().isPresent();
            if (planned.fault.concerns(operation) && !wouldBeOutdone && planned.strikes()) {
                delay = delay.plus(planned.fault.delay());
                effect = planned.fault.effect().orElse(effect);
            }
        }
        return new Disturbance(delay, Optional.ofNullable(effect).orElse(Conversation::answer));
    }

    /** The definitions, each with {@code struck}, how often it has. */
    public synchronized ArrayNode describe() {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        faults.forEach(it -> all.add(it.fault.definition().deepCopy().put("struck", it.struck)));
        return all;
    }

    /** A call's delay, and what happens to it after that. */
    public record Disturbance(Duration delay, Effect effect) {}

    private static final class Planned {
        private final Fault fault;
        private int seen;
        private int struck;

        private Planned(Fault fault) {
            this.fault = fault;
        }

        private boolean strikes() {
            seen++;
            boolean spent = fault.times().isPresent() && struck >= fault.times().getAsInt();
            if (spent || seen % fault.every() != 0) {
                return false;
            }
            struck++;
            return true;
        }
    }
}
