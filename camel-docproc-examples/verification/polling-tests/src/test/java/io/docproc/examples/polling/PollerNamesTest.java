/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.polling;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.examples.support.FileTree;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Names that others have given: patterns, paths, and the same again. */
@Timeout(value = 180, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("endurance")
class PollerNamesTest {
    private static final List<String> EARLIER = List.of("earlier-0.txt", "earlier-1.txt", "earlier-2.txt");

    @TempDir
    private Path home;

    static Stream<Arguments> twins() {
        return PollerRunTest.twins();
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "xml"})
    void aNameThatIsAPatternToTheSftpClientIsSkippedAndTouchesNoOtherFile(String language) throws Exception {
        try (PollerFixture example = new PollerFixture(Poller.SFTP, home).dsl(language)) {
            for (String earlier : EARLIER) {
                example.put(".done/" + earlier, "Order No.: 7");
            }
            List<String> patterns = List.of("*.txt", "back\\slash.txt", "folder-*/inside.txt", "x?y&z.txt");
            for (String pattern : patterns) {
                example.put(pattern, "Order No.: 8");
            }
            example.put("[a-z] {b} ~c.txt", "Order No.: 9");

            assertThat(example.run()).as(example.console()).isFalse();

            assertThat(example.waiting()).containsExactlyElementsOf(patterns);
            assertThat(PollerFixture.files(example.inbox(".done"))).hasSize(4).containsAll(EARLIER);
            assertThat(example.done("[a-z] {b} ~c.txt")).exists();
            assertThat(example.calls()).hasSize(1);
            assertThat(patterns)
                    .allSatisfy(pattern -> assertThat(example.console()).contains("NOT PROCESSED: " + pattern + ": "));
            assertThat(example.console()).contains("the route excludes names like");
        }
    }

    @Test
    void aNameThatIsAPatternElsewhereIsAnyNameToTheFtpClient() throws Exception {
        try (PollerFixture example = new PollerFixture(Poller.FTP, home)) {
            example.put("*.txt", "Order No.: 8");
            example.put("x?y&z.txt", "Order No.: 9");

            assertThat(example.run()).as(example.console()).isTrue();

            assertThat(example.archived(".done")).containsExactly("*.txt", "x?y&z.txt");
            assertThat(example.results()).hasSize(2);
        }
    }

    @ParameterizedTest
    @MethodSource("twins")
    void aNameThatLeadsOutOfTheFolderOrBreaksALineEndsNoRunLateAndIsReported(Poller poller, String language)
            throws Exception {
        try (PollerFixture example = new PollerFixture(poller, home).dsl(language)) {
            String good = example.drop("", 1);
            List<String> bad = List.of("a\\..\\..\\..\\..\\pwned.txt", "line\nfeed.txt");
            for (String name : bad) {
                example.put("bad/" + name, "Order No.: 8");
            }

            assertThat(example.run()).as(example.console()).isFalse();

            assertThat(example.done(good)).exists();
            if (poller != Poller.FILE) {
                assertThat(example.calls()).hasSize(1);
                assertThat(example.waiting()).hasSize(2);
                assertThat(example.console())
                        .contains("NOT PROCESSED: bad/a\\..\\..\\..\\..\\pwned.txt: the route excludes");
                assertThat(example.console()).contains("NOT PROCESSED: bad/line?feed.txt: the route excludes");
            }
            assertThat(FileTree.files(home))
                    .extracting(path -> path.getFileName().toString())
                    .doesNotContain("pwned.txt");
        }
    }

    @ParameterizedTest
    @EnumSource
    void anotherDocumentOfTheSameNameReplacesNoOriginalNoteOrResult(Poller poller) throws Exception {
        try (PollerFixture example = new PollerFixture(poller, home)) {
            for (int number = 1; number <= 2; number++) {
                String name = example.drop("", number);
                Files.move(example.inbox(name), example.inbox("same." + name.substring(name.length() - 3)));
                example.put("scan.pdf", "%PDF-1.7 cut, number " + number);
                for (String waiting : example.waiting()) {
                    Files.setLastModifiedTime(
                            example.inbox(waiting), FileTime.fromMillis(1_700_000_000_000L + number * 61_000L));
                }
                assertThat(example.run()).isFalse();
            }

            String name = poller == Poller.FILE ? "same.png" : "same.txt";
            assertThat(example.versions(".done", name)).hasSize(2);
            assertThat(example.versionsOfResult(name)).hasSize(2);
            assertThat(example.versions(".failed", "scan.pdf"))
                    .extracting(Files::readString)
                    .containsExactlyInAnyOrder("%PDF-1.7 cut, number 1", "%PDF-1.7 cut, number 2");
            assertThat(example.versions(".failed", "scan.pdf.error.txt")).hasSize(2);
        }
    }

    @ParameterizedTest
    @MethodSource("twins")
    void aHomeFolderMayHaveAnyName(Poller poller, String language) throws Exception {
        Path odd = home.resolve("a&b + c=100%");
        try (PollerFixture example = new PollerFixture(poller, odd).dsl(language)) {
            String document = example.drop("", 1);

            assertThat(example.run()).as(example.console()).isTrue();

            assertThat(example.result(document)).isNotEmptyFile();
            assertThat(PollerFixture.files(home)).allMatch(file -> file.startsWith("a&b + c=100%/"));
        }
    }
}
