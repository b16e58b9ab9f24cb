/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.polling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a crash leaves behind at each step, and what the next run makes of it. */
@Tag("endurance")
class PollerCrashTest {
    private static final int IN_FLIGHT = 2;
    /** The calls of a killed run are slow, so that documents wait when it is killed. */
    private static final String SLOW_FIRST_CALLS = "kind=latency,ms=2000,times=4";

    @TempDir
    private Path home;

    @ParameterizedTest
    @EnumSource
    void theNextRunFinishesAKilledRunAndResendsOnlyDocumentsInFlight(Poller poller) throws Exception {
        try (PollerFixture example = new PollerFixture(poller, home, SLOW_FIRST_CALLS)) {
            List<String> documents = new ArrayList<>();
            for (int number = 1; number <= 5; number++) {
                documents.add(example.drop(number % 2 == 0 ? "even/" : "", number));
            }
            Process killed = example.start();
            try {
                // A process starts slowly beside a busy build.
                await().atMost(5, TimeUnit.MINUTES)
                        .until(() -> !example.results().isEmpty());
            } finally {
                killed.destroyForcibly().waitFor();
            }
            assertThat(example.waiting()).isNotEmpty();

            assertThat(example.run()).as(example.console()).isTrue();

            assertThat(example.waiting()).isEmpty();
            assertThat(example.results()).hasSize(documents.size());
            assertThat(documents).allSatisfy(document -> {
                assertThat(example.result(document)).isNotEmptyFile();
                assertThat(example.done(document)).exists();
            });
            assertThat(example.calls()).hasSizeBetween(5, 5 + IN_FLIGHT);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCrashDuringTheCallLeavesTheDocumentToBeSentAgain(Poller poller) throws Exception {
        try (PollerFixture example = new PollerFixture(poller, home);
                ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String document = example.drop("", 1);
            Process killed = example.start("-Ddocproc.baseUrl=http://127.0.0.1:" + silent.getLocalPort());
            try {
                silent.setSoTimeout(300_000);
                silent.accept().getInputStream().readNBytes(1000);
            } finally {
                killed.destroyForcibly().waitFor();
            }
            assertThat(example.inbox(document)).exists();
            assertThat(example.results()).isEmpty();
            assertThat(example.localCopies()).hasSize(poller == Poller.FILE ? 0 : 1);

            assertThat(example.run()).as(example.console()).isTrue();

            assertThat(example.result(document)).isNotEmptyFile();
            assertThat(example.done(document)).exists();
            assertThat(example.localCopies()).isEmpty();
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCrashBetweenResultAndKeyStoresTheSameResultOnceMore(Poller poller) throws Exception {
        try (PollerFixture example = new PollerFixture(poller, home)) {
            String document = example.drop("sub/", 1);
            assertThat(example.run()).as(example.console()).isTrue();
            Files.move(example.done(document), example.inbox(document));
            Files.delete(example.state().resolve("processed.txt"));
            Path half = example.result(document)
                    .resolveSibling(".unfinished-" + example.done(document).getFileName());
            Files.writeString(half, "{\"invoice_nu");

            assertThat(example.run()).as(example.console()).isTrue();

            assertThat(example.calls()).hasSize(1);
            assertThat(example.results()).hasSize(1);
            assertThat(half).doesNotExist();
            assertThat(example.console()).contains("1 documents: 0 processed, 1 had their result already");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCrashBetweenKeyAndMoveOnlyMovesTheOriginal(Poller poller) throws Exception {
        try (PollerFixture example = new PollerFixture(poller, home)) {
            String document = example.drop("sub/", 1);
            assertThat(example.run()).as(example.console()).isTrue();
            Files.move(example.done(document), example.inbox(document));

            assertThat(example.run()).as(example.console()).isTrue();

            assertThat(example.calls()).hasSize(1);
            assertThat(example.done(document)).exists();
            assertThat(example.console()).contains("has its result already, not sent again");
        }
    }

    @ParameterizedTest
    @EnumSource
    void aCrashBetweenNoteAndMoveWritesTheNoteOnceMore(Poller poller) throws Exception {
        try (PollerFixture example = new PollerFixture(poller, home)) {
            example.put("empty.jpg", "");
            assertThat(example.run()).isFalse();
            Path original = example.failed("empty.jpg");
            Files.move(original, example.inbox("empty.jpg"));
            Files.writeString(example.failed("empty.jpg.error.txt"), "empty.jpg was not");

            assertThat(example.run()).isFalse();

            assertThat(example.archived(".failed")).containsExactly("empty.jpg", "empty.jpg.error.txt");
            assertThat(original).exists();
            assertThat(example.failed("empty.jpg.error.txt"))
                    .content()
                    .contains("empty.jpg was not processed", "40305");
        }
    }
}
