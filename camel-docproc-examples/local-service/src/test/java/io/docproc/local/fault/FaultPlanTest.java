/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.local.Operation;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultPlanTest {
    @Test
    void delaysAddUpAndTheFirstEffectStrikes() throws IOException {
        FaultPlan plan = plan(
                "operation=crop,kind=latency,ms=30",
                "operation=*,kind=code,code=500,ms=12",
                "operation=crop,kind=drop",
                "operation=extract,kind=html,ms=1000");

        FaultPlan.Disturbance disturbance = plan.next(Operation.CROP);

        assertThat(disturbance.delay()).isEqualTo(Duration.ofMillis(42));
        assertThat(happened(disturbance)).isEqualTo("refuse 500");
    }

    @Test
    void aFaultThatIsOutdoneHasNotStruck() {
        FaultPlan plan = plan("kind=code,code=500,times=1", "kind=html,times=1");

        plan.next(Operation.CROP);

        assertThat(plan.describe().at("/0/struck").asInt()).isEqualTo(1);
        assertThat(plan.describe().at("/1/struck").asInt()).isZero();
    }

    @Test
    void everyAndTimesTogetherEndTheFaultAfterSoManyStrikes() throws IOException {
        FaultPlan plan = plan("operation=crop,kind=qps,every=2,times=2");

        List<String> happened = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            happened.add(happened(plan.next(Operation.CROP)));
        }

        assertThat(happened).containsExactly("answer", "refuse 40306", "answer", "refuse 40306", "answer", "answer");
    }

    @Test
    void otherOperationsNeitherSufferNorCount() throws IOException {
        FaultPlan plan = plan("operation=crop,kind=qps,every=2");

        assertThat(happened(plan.next(Operation.CROP))).isEqualTo("answer");
        assertThat(happened(plan.next(Operation.EXTRACT))).isEqualTo("answer");
        assertThat(happened(plan.next(Operation.CROP))).isEqualTo("refuse 40306");
    }

    private static FaultPlan plan(String... definitions) {
        return new FaultPlan(
                Arrays.stream(definitions).map(FaultDefinition::parse).toList());
    }

    private static String happened(FaultPlan.Disturbance disturbance) throws IOException {
        StringBuilder happened = new StringBuilder();
        disturbance.effect().on(new FaultTarget() {
            @Override
            public void answer() {
                happened.append("answer");
            }

            @Override
            public void refuse(int code, String message) {
                happened.append("refuse ").append(code);
            }

            @Override
            public void page(int httpStatus) {
                happened.append("page ").append(httpStatus);
            }

            @Override
            public void drop() {
                happened.append("drop");
            }

            @Override
            public void readAndDrop() {
                happened.append("readAndDrop");
            }

            @Override
            public void answerAndDrop() {
                happened.append("answerAndDrop");
            }

            @Override
            public void answerTruncated() {
                happened.append("answerTruncated");
            }
        });
        return happened.toString();
    }
}
