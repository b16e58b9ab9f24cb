/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResponseRecorderTest {
    private static final ResponseMetadata METADATA = new ResponseMetadata(200, "request-1", Map.of());
    private static final byte[] BODY = "{\"code\":200}\n\n".getBytes(UTF_8);
    private static final ResultKey KEY = ResultRepositoryFixture.key("a");

    @TempDir
    Path directory;

    private FileResultRepository repository;
    private ResultLease lease;

    @BeforeEach
    void start() throws IOException {
        repository = new FileResultRepository(directory);
        repository.start();
        lease = repository.tryAcquire(KEY).orElseThrow();
    }

    @AfterEach
    void stop() {
        lease.close();
        repository.stop();
    }

    private Optional<byte[]> stored() throws IOException {
        Optional<StoredResult> result = repository.find(KEY);
        if (result.isEmpty()) {
            return Optional.empty();
        }
        try (StoredResult open = result.get()) {
            return Optional.of(open.content().readAllBytes());
        }
    }

    private static InputStream body() {
        return new BufferedInputStream(new ByteArrayInputStream(BODY));
    }

    @Test
    void aResponseIsStoredAsItWasRead() throws IOException {
        ResponseRecorder recorder = new ResponseRecorder(lease, METADATA, body());

        assertThat(recorder.body().readAllBytes()).isEqualTo(BODY);
        recorder.commit();

        assertThat(stored()).hasValue(BODY);
    }

    @Test
    void unreadAndSkippedBytesAreStored() throws IOException {
        ResponseRecorder recorder = new ResponseRecorder(lease, METADATA, body());
        InputStream reader = recorder.body();

        assertThat(reader.read()).isEqualTo('{');
        assertThat(reader.skip(3)).isEqualTo(3);
        reader.close();
        recorder.commit();

        assertThat(stored()).hasValue(BODY);
    }

    @Test
    void aResponseThatIsNotCommittedIsNotStored() throws IOException {
        ResponseRecorder recorder = new ResponseRecorder(lease, METADATA, body());
        assertThat(recorder.body().readAllBytes()).isEqualTo(BODY);

        lease.close();

        assertThat(stored()).isEmpty();
    }

    @Test
    void truncatedResponseIsNotStored() throws IOException {
        InputStream broken = new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("connection reset");
            }
        };
        ResponseRecorder recorder = new ResponseRecorder(lease, METADATA, new SequenceInputStream(body(), broken));

        assertThatIOException().isThrownBy(recorder::commit).withMessage("connection reset");
        lease.close();

        assertThat(stored()).isEmpty();
    }

    @Test
    void failingStoreDoesNotLoseTheResponse() throws IOException {
        for (FailingLease.At at : FailingLease.At.values()) {
            ResponseRecorder recorder = new ResponseRecorder(new FailingLease(at), METADATA, body());

            assertThat(recorder.body().readAllBytes()).as("fails at " + at).isEqualTo(BODY);
            recorder.commit();
        }
    }

    @Test
    void aContentThatWasNotWrittenCompletelyIsNeverCommitted() throws IOException {
        repository.setMaxSize(10);
        ResponseRecorder recorder = new ResponseRecorder(lease, METADATA, body());
        assertThat(recorder.body().readAllBytes()).isEqualTo(BODY);

        recorder.commit();
        lease.close();

        assertThat(stored()).isEmpty();
    }

    /** A store that fails at some point. */
    private record FailingLease(At at) implements ResultLease {
        enum At {
            OPEN,
            WRITE,
            COMMIT
        }

        @Override
        public OutputStream open(ResponseMetadata metadata) throws IOException {
            failAt(At.OPEN);
            return new OutputStream() {
                @Override
                public void write(int value) throws IOException {
                    failAt(At.WRITE);
                }
            };
        }

        @Override
        public void commit() throws IOException {
            failAt(At.COMMIT);
        }

        private void failAt(At point) throws IOException {
            if (at == point) {
                throw new IOException("no space left on device");
            }
        }

        @Override
        public void close() {}
    }
}
