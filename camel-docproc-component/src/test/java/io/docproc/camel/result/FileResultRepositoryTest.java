/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.ManualClock;
import io.docproc.camel.testkit.TestContexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.support.PropertyBindingSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Result repository in a directory. */
class FileResultRepositoryTest {
    private static final ResponseMetadata METADATA = new ResponseMetadata(200, "", Map.of());
    private static final ResultKey KEY = ResultRepositoryFixture.key("a");

    @TempDir
    Path parent;

    private final ManualClock clock = new ManualClock();
    private Path directory;
    private FileResultRepository repository;

    @BeforeEach
    void start() {
        directory = parent.resolve("not/there/yet");
        repository = new FileResultRepository(directory, clock);
        repository.start();
    }

    @AfterEach
    void stop() {
        repository.stop();
    }

    private void store(String body) throws IOException {
        try (ResultLease lease = repository.tryAcquire(KEY).orElseThrow()) {
            lease.open(METADATA).write(body.getBytes(UTF_8));
            lease.commit();
        }
    }

    /** Returns the files without the lease of the eviction, which runs at the start in the background. */
    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> !file.getFileName().toString().startsWith("eviction."))
                    .toList();
        }
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void onlyTheOwnerCanReadWhatIsStored() throws IOException {
        store("a");
        ResultLease lease = repository.tryAcquire(KEY).orElseThrow();
        lease.open(METADATA);

        assertThat(permissions(directory)).isEqualTo("rwx------");
        assertThat(files()).hasSize(5).allSatisfy(file -> assertThat(permissions(file))
                .as(file.toString())
                .isEqualTo("rw-------"));
    }

    @Test
    void fileNamesRevealNothingAboutTheDocument() throws IOException {
        store("a");

        assertThat(files())
                .map(file -> file.getFileName().toString())
                .containsExactlyInAnyOrder("lock", "lock.jvm", KEY + ".result");
    }

    @Test
    void aDamagedFileIsReplacedByTheNextResult() throws IOException {
        store("a");
        Path file = directory.resolve(KEY + ".result");
        for (String damage : List.of("", "short", "something that was never a stored result")) {
            Files.writeString(file, damage);

            assertThat(repository.find(KEY)).as(damage).isEmpty();
        }

        store("b");
        assertThat(repository.find(KEY)).isPresent();
    }

    @Test
    void leaseLostInAPowerFailureIsFree() throws IOException {
        Files.writeString(directory.resolve(KEY + ".lease"), "");

        assertThat(repository.tryAcquire(KEY)).isPresent();
    }

    @Test
    void aLeaseIsRenewedInTheBackground() throws IOException {
        FileResultRepository live = new FileResultRepository(directory, clock);
        live.setLeaseTimeout(Duration.ofMillis(30));
        live.start();
        try {
            assertThat(live.tryAcquire(KEY)).isPresent();
            // Less than the eviction, which runs at the start, leaves to the leases of dead nodes.
            clock.advance(Duration.ofMinutes(1));
            Path lease = directory.resolve(KEY + ".lease");
            String expiry = String.valueOf(clock.millis() + 30);

            await().untilAsserted(() -> assertThat(lease).content().endsWith(expiry));
        } finally {
            live.stop();
        }
    }

    @Test
    void leasesOfNodesThatDiedAreDeleted() throws IOException {
        new FileLeaseTable(directory)
                .acquire(KEY.value(), "dead", clock.instant(), clock.instant().plusSeconds(60));
        clock.advance(Duration.ofHours(2));

        await().until(repository::evict);

        assertThat(directory.resolve(KEY + ".lease")).doesNotExist();
    }

    @Test
    void expiredResultsAreDeletedAtTheNextStart() throws IOException {
        store("a");
        repository.stop();
        clock.advance(Duration.ofDays(8));
        repository.start();

        await().untilAsserted(
                        () -> assertThat(directory.resolve(KEY + ".result")).doesNotExist());
    }

    @Test
    void aConfigurationFileSetsAllProperties() throws Exception {
        try (CamelContext context = TestContexts.create()) {
            FileResultRepository target = new FileResultRepository("results");
            PropertyBindingSupport.build()
                    .withCamelContext(context)
                    .withTarget(target)
                    .withProperty("timeToLive", "36h")
                    .withProperty("maxSize", "1000000")
                    .withProperty("leaseTimeout", "30s")
                    .withMandatory(true)
                    .bind();

            assertThat(target.maxSize()).isEqualTo(1_000_000);
        }
    }

    @Test
    void invalidLimitsAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> repository.setMaxSize(0))
                .withMessage("maxSize is 0; allowed values are positive numbers of bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> repository.setTimeToLive(Duration.ZERO))
                .withMessage("timeToLive is PT0S; allowed values are durations above 0");
        assertThatIllegalArgumentException().isThrownBy(() -> repository.setLeaseTimeout(Duration.ofSeconds(-1)));
    }
}
