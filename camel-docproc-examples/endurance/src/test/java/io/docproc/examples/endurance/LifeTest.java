/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.examples.support.JavaProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LifeTest {
    private static final Duration MOST = Duration.ofMinutes(2);

    @TempDir
    private Path home;

    @Test
    void aLifeThatHasEndedByItselfTellsItsStatusAndItsLastWords() throws Exception {
        try (Life life = begin(Failing.class)) {
            assertThat(life.endsWithin(MOST)).isTrue();

            assertThat(life.endedByItself())
                    .hasMessageContaining("ended by itself with status 1")
                    .hasMessageContaining("IllegalStateException: the port is taken")
                    .hasMessageNotContaining("\tat ");
        }
    }

    @Test
    void aLifeThatIsClosedIsKilled() throws Exception {
        Life life = begin(Waiting.class);
        assertThat(life.endsWithin(Duration.ZERO)).isFalse();
        assertThat(life.failure("it does not call")).hasMessageStartingWith("it does not call; its last words were");

        life.close();

        assertThat(life.endsWithin(Duration.ZERO)).isTrue();
    }

    private Life begin(Class<?> program) throws Exception {
        JavaProgram java = new JavaProgram(program, List.of(), Map.of("java.io.tmpdir", home.toString()), Map.of());
        return Life.begin(java.process(), home.resolve("console.txt"));
    }

    static final class Failing {
        private Failing() {}

        public static void main(String[] args) {
            if (args.length == 0) {
                throw new IllegalStateException("the port is taken");
            }
        }
    }

    static final class Waiting {
        private Waiting() {}

        public static void main(String[] args) throws InterruptedException {
            Thread.currentThread().join();
        }
    }
}
