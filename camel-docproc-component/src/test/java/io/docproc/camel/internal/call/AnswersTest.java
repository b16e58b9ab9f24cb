/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.result.ResultKey;
import io.docproc.camel.testkit.ManualClock;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.Test;

/** Answers in memory. */
final class AnswersTest {
    private final Answers answers = new Answers(new ManualClock());

    private static ResultKey key(int number) {
        return new ResultKey("%064x".formatted(number));
    }

    private Answers.Pending held(int number) {
        Answers.Pending pending = answers.new Pending(key(number), List.of(), false, () -> {});
        pending.hold("answer " + number, 1);
        return pending;
    }

    @Test
    void answersOfRunningMessagesRemoveNoAnswerOfAFailedOne() {
        held(0).onFailure(new DefaultExchange(new DefaultCamelContext()));

        List<Answers.Pending> running =
                IntStream.rangeClosed(1, 10_001).mapToObj(this::held).toList();

        assertThat(answers.find(key(0), String.class, false)).contains("answer 0");
        assertThat(answers.find(key(1), String.class, true)).contains("answer 1");
        assertThat(running).hasSize(10_001);
    }
}
