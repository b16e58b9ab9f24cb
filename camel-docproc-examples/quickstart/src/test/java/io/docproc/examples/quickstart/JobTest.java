/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.RotatingValueSource;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Polygon;
import java.awt.image.BufferedImage;
import java.nio.charset.Charset;
import java.nio.charset.CharsetEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

class JobTest {
    @TempDir
    private Path folder;

    private JobFixture job;

    @BeforeEach
    void makeFolders() throws Exception {
        job = new JobFixture(folder);
    }

    @ParameterizedTest
    @RotatingValueSource({"yaml", "xml"})
    void whatFailsLiesInItsFolderWithANoteAndHoldsUpNothing(String dsl) throws Exception {
        byte[] pdf = Files.readAllBytes(JobFixture.SAMPLES.resolve("documents/invoice-ruled.pdf"));
        Files.write(job.inbox().resolve("cut.pdf"), Arrays.copyOf(pdf, pdf.length / 2));
        job.drop("text.jpg", "not a photo").drop("empty.txt", "").drop("order.txt", "Order No.: O-17");

        assertThat(job.with("docproc.dsl", dsl).run()).isFalse();

        assertThat(job.fields("order.txt").path("invoice_number").asText()).isEqualTo("O-17");
        assertThat(JobFixture.names(job.inbox())).isEmpty();
        assertThat(JobFixture.names(job.failed("")))
                .containsExactly(
                        "cut.pdf",
                        "cut.pdf.error.txt",
                        "empty.txt",
                        "empty.txt.error.txt",
                        "text.jpg",
                        "text.jpg.error.txt");
        assertThat(job.note("cut.pdf")).contains("40422", "repair or replace the file.", "Request id:  ");
        assertThat(job.note("text.jpg"))
                .contains("40303", "text/plain", "crop", job.inbox().toString());
        assertThat(job.note("empty.txt")).contains("40305");
        assertThat(job.report()).contains("text/plain", "cut.pdf", "empty.txt");
        assertThat(job.console()).contains("4 documents: 0 cropped, 1 extracted, 3 failed");
    }

    @Test
    void aDocumentMovedBackAndMendedLosesItsNote() throws Exception {
        job.drop("text.txt", "").run();
        Files.delete(job.failed("text.txt"));

        assertThat(job.drop("text.txt", "Invoice No.: 4711").run()).isTrue();

        assertThat(job.failed("text.txt.error.txt")).doesNotExist();
        assertThat(job.fields("text.txt").path("invoice_number").asText()).isEqualTo("4711");
        assertThat(job.report()).contains("4711").doesNotContain("id=\"failed\"");
    }

    @Test
    void namesAreShownAsTheyAreAndNeverEvaluated() throws Exception {
        // A JVM without a locale has ASCII names only.
        CharsetEncoder fileSystem =
                Charset.forName(System.getProperty("sun.jnu.encoding")).newEncoder();
        List<String> names = Stream.of("<b>x&.txt", "${sys.user.dir}.txt", "a: b%20#?+.txt", "发票.txt")
                .filter(fileSystem::canEncode)
                .toList();
        for (String name : names) {
            job.drop(name, "Invoice No.: 5");
        }

        assertThat(job.run()).as(job.console()).isTrue();

        for (String name : names) {
            assertThat(job.fields(name).path("invoice_number").asText()).isEqualTo("5");
            assertThat(job.outbox("originals").resolve(name)).exists();
        }
        assertThat(job.report())
                .contains("&lt;b&gt;x&amp;.txt", "${sys.user.dir}.txt", "href=\"originals/a%3A%20b%2520%23%3F%2B.txt\"")
                .doesNotContain("<b>x");
    }

    @Test
    void aPageInAPhotoIsFoundWhereItLies() throws Exception {
        Polygon page = new Polygon(new int[] {210, 780, 850, 130}, new int[] {180, 140, 1050, 1090}, 4);
        ImageIO.write(photo(page), "png", job.inbox().resolve("drawn.png").toFile());

        assertThat(job.run()).as(job.console()).isTrue();

        JsonNode position =
                JobFixture.json(job.outbox("report/drawn.png.outcome.json")).at("/crop/position");
        assertThat(position).hasSize(8);
        for (int corner = 0; corner < 4; corner++) {
            assertThat(position.get(2 * corner).asInt()).isCloseTo(page.xpoints[corner], within(12));
            assertThat(position.get(2 * corner + 1).asInt()).isCloseTo(page.ypoints[corner], within(12));
        }
        assertThat(job.report()).contains("viewBox=\"0 0 1000 1200\"", "src=\"originals/drawn.png\"");
    }

    @Test
    void documentsOfTheSameBaseNameKeepTheirOwnResults() throws Exception {
        job.drop("order.txt", "Order No.: A-1").drop("order.html", "<p>Order No.: B-2</p>");

        assertThat(job.run()).as(job.console()).isTrue();

        assertThat(job.fields("order.txt").path("invoice_number").asText()).isEqualTo("A-1");
        assertThat(job.fields("order.html").path("invoice_number").asText()).isEqualTo("B-2");
    }

    @Test
    void aDocumentThatACrashLeftInTheInboxIsDoneAgainUnderTheSameName() throws Exception {
        job.drop("order.txt", "Order No.: A-1");
        Files.createDirectories(job.outbox("originals"));
        Files.writeString(job.outbox("order.txt.json"), "{\"invoice_number\" : \"A-");
        Files.writeString(job.outbox(".unfinished-order.txt.json"), "{");
        Files.writeString(job.outbox("originals").resolve("order.txt"), "Ord");

        assertThat(job.run()).as(job.console()).isTrue();

        assertThat(JobFixture.names(job.outbox(""))).containsExactly("index.html", "order.txt.json");
        assertThat(job.fields("order.txt").path("invoice_number").asText()).isEqualTo("A-1");
        assertThat(job.outbox("originals").resolve("order.txt")).hasContent("Order No.: A-1");
    }

    @Test
    void aLaterRunAddsToTheReport() throws Exception {
        job.drop("first.txt", "Order No.: first-1").run();
        job.drop("second.txt", "Order No.: second-2").run();

        assertThat(job.report()).contains("first-1", "second-2");
    }

    @Test
    void aStopWhileTheAccountIsRefusedMovesTheDocumentsThatWaitToTheFailedOnes() throws Exception {
        List<String> calls = new CopyOnWriteArrayList<>();
        try (LocalService service =
                new LocalService(new LocalServiceOptions().port(0).callLines(calls::add)).start()) {
            job.account(service.baseUrl(), "local-app", "guessed")
                    .drop("order.txt", "Order No.: 1")
                    .dropSample("photos/letter-in-shadow.jpg", "letter.jpg");
            Job running = job.job();
            CompletableFuture<Boolean> run = CompletableFuture.supplyAsync(() -> run(running));
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> calls.stream().anyMatch(call -> call.matches("(crop|extract) 40102 .*")));

            running.stop();

            assertThat(run.get(20, TimeUnit.SECONDS)).isFalse();
        }
        // A document that was not read before the stop is still in the inbox.
        assertThat(Stream.concat(JobFixture.names(job.failed("")).stream(), JobFixture.names(job.inbox()).stream()))
                .contains("order.txt", "letter.jpg");
        assertThat(JobFixture.names(job.failed(""))).isNotEmpty();
        assertThat(calls).filteredOn(call -> call.matches("(crop|extract) .*")).hasSizeLessThanOrEqualTo(2);
        assertThat(job.console()).contains("unknown (40102").doesNotContain("guessed");
    }

    private static boolean run(Job job) {
        try {
            return job.run();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void samplesAreNotSentToAnAccountThatPaysForThem() throws Exception {
        try (LocalService service = new LocalService(new LocalServiceOptions().port(0)).start()) {
            assertThat(job.account(service.baseUrl(), "local-app", "local-secret")
                            .run())
                    .isTrue();
        }
        assertThat(job.console()).contains("The inbox is empty", "0 documents");
    }

    @Test
    void aWatchingJobProcessesLaterDocumentsUntilItIsStopped() throws Exception {
        Job watching = job.with("docproc.watch", "true").job();
        CompletableFuture<Boolean> run = running(watching);

        job.drop("early.txt", "Order No.: E-1");
        await().atMost(60, TimeUnit.SECONDS).until(() -> Files.exists(job.outbox("index.html")));
        job.drop("late.txt", "Order No.: L-2");
        await().atMost(60, TimeUnit.SECONDS)
                .until(() -> Files.exists(job.outbox("originals").resolve("late.txt")));
        watching.stop();

        assertThat(run.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(job.report()).contains("E-1", "L-2");
    }

    @Test
    void aSecondRunOnTheSameInboxIsRejected() throws Exception {
        Job watching = job.with("docproc.watch", "true").job();
        CompletableFuture<Boolean> first = running(watching);
        await().atMost(60, TimeUnit.SECONDS).until(() -> job.console().contains("The inbox is empty"));

        assertThatThrownBy(job::run)
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("another run works in " + job.inbox());

        watching.stop();
        assertThat(first.get(60, TimeUnit.SECONDS)).isTrue();
    }

    private static CompletableFuture<Boolean> running(Job job) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return job.run();
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        });
    }

    /** A sheet with lines of writing on a dark table. */
    private static BufferedImage photo(Polygon page) {
        BufferedImage photo = new BufferedImage(1000, 1200, BufferedImage.TYPE_INT_RGB);
        Graphics2D graphics = photo.createGraphics();
        graphics.setColor(new Color(52, 58, 66));
        graphics.fillRect(0, 0, 1000, 1200);
        graphics.setColor(new Color(238, 236, 230));
        graphics.fill(page);
        graphics.setColor(new Color(40, 40, 44));
        graphics.setStroke(new BasicStroke(6));
        for (int line = 0; line < 12; line++) {
            graphics.drawLine(270, 300 + 50 * line, 700, 300 + 50 * line);
        }
        graphics.dispose();
        return photo;
    }
}
