/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.job;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What happened to a job and when, oldest first. */
final class TimeLine {
    private final Clock clock;
    private final List<Moment> moments = new ArrayList<>();

    private record Moment(Instant at, String event, Optional<String> answer) {
        private ObjectNode json() {
            ObjectNode json = JsonNodeFactory.instance
                    .objectNode()
                    .put("at", at.toString())
                    .put("event", event);
            answer.ifPresent(given -> json.put("answer", given));
            return json;
        }
    }

    TimeLine(Clock clock) {
        this.clock = clock;
    }

    synchronized void note(String event) {
        moments.add(new Moment(clock.instant(), event, Optional.empty()));
    }

    /** @param answer what the other side said: an HTTP status, a job's status, or why there was no answer */
    synchronized void note(String event, String answer) {
        moments.add(new Moment(clock.instant(), event, Optional.of(answer)));
    }

    synchronized ArrayNode json() {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        moments.forEach(it -> all.add(it.json()));
        return all;
    }
}
