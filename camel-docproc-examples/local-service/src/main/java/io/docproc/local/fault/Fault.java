/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.fault;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.Operation;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A fault that the local service injects.
 *
 * @param operation the only operation it strikes; empty for all that the service answers
 * @param delay how long the service waits before it goes on
 * @param effect what then happens to a call; empty to go on as if nothing were
 * @param callbackEffect what then happens to a callback of the service's own; empty to go on as if nothing were
 * @param first the first matching call that it strikes, counted from 1
 * @param every from there, strikes every nth matching call, 1 for all
 * @param times strikes so often and then no more; empty for no end
 * @param definition the fault as it was asked for
 */
public record Fault(
        Optional<Operation> operation,
        Duration delay,
        Optional<Effect> effect,
        Optional<CallbackEffect> callbackEffect,
        int first,
        int every,
        OptionalInt times,
        ObjectNode definition) {

    boolean concerns(Operation called) {
        return operation.map(it -> it == called).orElse(called != Operation.WEBHOOK);
    }
}
