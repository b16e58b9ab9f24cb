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

class ChildProcessTest {
    private static final Duration TIMEOUT = Duration.ofMinutes(2);

    @TempDir
    private Path home;

    @Test
    void aLifeThatHasEndedByItselfTellsItsStatusAndItsLastWords() throws Exception {
        try (ChildProcess child = begin(Failing.class)) {
            assertThat(child.exitsWithin(TIMEOUT)).isTrue();

            assertThat(child.unexpectedExit())
                    .hasMessageContaining("ended by itself with status 1")
                    .hasMessageContaining("IllegalStateException: the port is taken")
                    .hasMessageNotContaining("\tat ");
        }
    }

    @Test
    void aLifeThatIsClosedIsKilled() throws Exception {
        ChildProcess child = begin(Waiting.class);
        assertThat(child.exitsWithin(Duration.ZERO)).isFalse();
        assertThat(child.failure("it does not call")).hasMessageStartingWith("it does not call; its last words were");

        child.close();

        assertThat(child.exitsWithin(Duration.ZERO)).isTrue();
    }

    private ChildProcess begin(Class<?> program) throws Exception {
        JavaProgram java = new JavaProgram(program, List.of(), Map.of("java.io.tmpdir", home.toString()), Map.of());
        return ChildProcess.begin(java.process(), home.resolve("console.txt"));
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
