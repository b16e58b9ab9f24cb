/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.fault;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.docproc.local.Operation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

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
        Coming<Effect> coming = coming(operation, Fault::effect);
        return new Disturbance(coming.delay(), coming.effect().orElse(FaultTarget::answer));
    }

    /** What the next callback has coming, by the same rules. */
    public synchronized CallbackDisturbance nextCallback() {
        Coming<CallbackEffect> coming = coming(Operation.WEBHOOK, Fault::callbackEffect);
        return new CallbackDisturbance(coming.delay(), coming.effect());
    }

    private <E> Coming<E> coming(Operation operation, Function<Fault, Optional<E>> effects) {
        Duration delay = Duration.ZERO;
        Optional<E> effect = Optional.empty();
        for (Planned planned : faults) {
            if (planned.fault.concerns(operation) && planned.isDue()) {
                Optional<E> own = effects.apply(planned.fault);
                if (effect.isEmpty() || own.isEmpty()) {
                    planned.struck++;
                    delay = delay.plus(planned.fault.delay());
                    effect = own.isPresent() ? own : effect;
                }
            }
        }
        return new Coming<>(delay, effect);
    }

    /** The definitions, each with {@code struck}, how often it has. */
    public synchronized ArrayNode describe() {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        faults.forEach(it -> all.add(it.fault.definition().deepCopy().put("struck", it.struck)));
        return all;
    }

    /** A call's delay, and what happens to it after that. */
    public record Disturbance(Duration delay, Effect effect) {}

    /** A callback's delay, and what happens to it after that. */
    public record CallbackDisturbance(Duration delay, Optional<CallbackEffect> effect) {}

    private record Coming<E>(Duration delay, Optional<E> effect) {}

    private static final class Planned {
        private final Fault fault;
        private int seen;
        private int struck;

        private Planned(Fault fault) {
            this.fault = fault;
        }

        /** Counts a call. */
        private boolean isDue() {
            seen++;
            boolean spent = fault.times().isPresent() && struck >= fault.times().getAsInt();
            return !spent && seen >= fault.first() && (seen - fault.first()) % fault.every() == 0;
        }
    }
}
