/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.internal.storage.DurableFiles;
import io.docproc.camel.model.ModelJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Job repository in a directory, with one file for each job, for a single node. It survives a crash of the process and
 * a power failure: it writes a file under a temporary name, forces it to disk and renames it. Then it forces the
 * directory to disk too. Completed jobs move to the folder {@code completed}. On POSIX file systems only the owner of
 * the process can read the files, which are not encrypted. Thread-safe.
 *
 * <p>Only one repository at a time can use a directory; the start of a second one fails.
 */
public final class FileJobRepository extends MemoryJobRepository {
    private static final Logger LOG = LoggerFactory.getLogger(FileJobRepository.class);
    private static final String SUFFIX = ".job.json";

    private final Path directory;
    private final CompletedJobFiles completed;
    private FileChannel lockChannel;

    /** Creates a repository in this directory. The start creates the directory if it does not exist. */
    public FileJobRepository(Path directory) {
        this.directory = directory;
        this.completed = new CompletedJobFiles(directory.resolve("completed"));
    }

    /** Creates a repository in the directory with this path, for configuration files. */
    public FileJobRepository(String directory) {
        this(Path.of(directory));
    }

    @Override
    protected void doStart() throws Exception {
        DurableFiles.createDirectories(directory);
        lockChannel = DurableFiles.openLockFile(directory.resolve("lock"));
        if (DurableFiles.tryLock(lockChannel).isEmpty()) {
            lockChannel.close();
            throw new IOException(
                    "The job repository " + directory + " is in use by another process or context; configure a"
                            + " directory of its own for each, or a JdbcJobRepository that they share");
        }
        completed.open();
        forEachFile(SUFFIX + DurableFiles.UNFINISHED, this::finish);
        forEachFile(SUFFIX, file -> read(file).ifPresent(this::recover));
    }

    private interface FileAction {
        void accept(Path file) throws IOException;
    }

    private void forEachFile(String suffix, FileAction action) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + suffix)) {
            for (Path file : files) {
                action.accept(file);
            }
        }
    }

    /**
     * Renames a temporary file. A power failure after writing and before renaming leaves it complete under the
     * temporary name.
     */
    private void finish(Path unfinished) throws IOException {
        Optional<SubmittedJob> job = read(unfinished);
        if (job.isEmpty()) {
            return;
        }
        String jobId = job.get().jobId();
        if (completed.contains(fileName(jobId))) {
            Files.delete(unfinished);
        } else {
            DurableFiles.move(unfinished, file(jobId));
        }
    }

    private static Optional<SubmittedJob> read(Path file) {
        try {
            JsonNode json = ModelJson.mapper().readTree(file.toFile());
            Instant submittedAt = Instant.parse(json.required("submittedAt").asText());
            Instant waitingSince = Instant.parse(json.required("waitingSince").asText());
            return Optional.of(new SubmittedJob(
                    json.required("jobId").asText(),
                    json.required("correlationId").asText(),
                    // One instance for all jobs, because a large directory fills the heap.
                    json.required("path").asText().intern(),
                    submittedAt,
                    json.required("pollCount").asInt(),
                    json.required("failureCount").asInt(),
                    waitingSince.equals(submittedAt) ? submittedAt : waitingSince));
        } catch (IOException | RuntimeException e) {
            LOG.warn(
                    "The job repository cannot read the file {} and ignores it; delete or repair it: {}",
                    file,
                    e.toString());
            return Optional.empty();
        }
    }

    @Override
    void saveNew(SubmittedJob job) {
        Path file = file(job.jobId());
        try {
            if (!Files.exists(file)) {
                DurableFiles.write(file, json(job));
            }
            // This includes an existing file: an earlier attempt may have failed after writing it.
            DurableFiles.force(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "The job repository cannot write to " + directory + "; check its permissions and free space", e);
        }
    }

    @Override
    void saveChange(SubmittedJob job) {
        try {
            DurableFiles.write(file(job.jobId()), json(job));
        } catch (IOException e) {
            LOG.warn(
                    "The job repository cannot write to {}; job {} is up to date in memory only. Check permissions and"
                            + " free space",
                    directory,
                    job.jobId(),
                    e);
        }
    }

    private static byte[] json(SubmittedJob job) {
        return ModelJson.mapper()
                .createObjectNode()
                .put("jobId", job.jobId())
                .put("correlationId", job.correlationId())
                .put("path", job.path())
                .put("submittedAt", job.submittedAt().toString())
                .put("pollCount", job.pollCount())
                .put("failureCount", job.failureCount())
                .put("waitingSince", job.waitingSince().toString())
                .toString()
                .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    void saveCompleted(String jobId, Instant keepUntil) {
        try {
            completed.add(file(jobId), keepUntil);
            DurableFiles.force(directory);
        } catch (IOException e) {
            throw new UncheckedIOException("The job repository cannot move a completed job in " + directory, e);
        }
    }

    @Override
    boolean isCompleted(String jobId) {
        return super.isCompleted(jobId) || completed.contains(fileName(jobId));
    }

    @Override
    public void purge(Instant now) {
        try {
            completed.purge(now);
        } catch (IOException e) {
            throw new UncheckedIOException("The job repository cannot delete completed jobs in " + directory, e);
        }
    }

    private Path file(String jobId) {
        return directory.resolve(fileName(jobId));
    }

    /**
     * Returns a file name from the digest of the job id, because the job id of the service may contain any character.
     */
    private static String fileName(String jobId) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(jobId.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16) + SUFFIX;
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected void doStop() throws Exception {
        if (lockChannel != null) {
            lockChannel.close();
        }
    }
}
