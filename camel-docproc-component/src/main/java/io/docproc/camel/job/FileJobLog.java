/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A job log in a directory, one file for each job: for one node, and it survives the process. A file is written aside,
 * forced to disk and renamed, so that a crash leaves the old file or the new one. A second process that opens the same
 * directory is refused.
 */
public final class FileJobLog extends MemoryJobLog {
    private static final Logger LOG = LoggerFactory.getLogger(FileJobLog.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SUFFIX = ".job.json";

    private final Path directory;
    private FileChannel lockChannel;

    /** A log in this directory, which is made when it is not there. */
    public FileJobLog(Path directory) {
        this.directory = directory;
    }

    /** A log in the directory of this name, for configuration files, which know no paths. */
    public FileJobLog(String directory) {
        this(Path.of(directory));
    }

    @Override
    protected void doStart() throws Exception {
        Files.createDirectories(directory);
        lockChannel = FileChannel.open(directory.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        if (!locked(lockChannel)) {
            lockChannel.close();
            throw new IOException("The job log " + directory + " is in use by another process or context; give each a"
                    + " directory of its own, or use a JdbcJobLog to share one");
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, "*" + SUFFIX)) {
            files.forEach(this::load);
        }
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (OverlappingFileLockException inThisProcess) {
            return false;
        }
    }

    private void load(Path file) {
        try {
            ObjectNode json = (ObjectNode) JSON.readTree(file.toFile());
            SubmittedJob job = new SubmittedJob(
                    json.required("jobId").asText(),
                    json.required("correlationId").asText(),
                    json.required("path").asText(),
                    Instant.parse(json.required("submittedAt").asText()),
                    json.required("questions").asInt());
            Instant askAt = Instant.parse(json.required("askAt").asText());
            recover(new JobEntry(job, Optional.empty(), Instant.MIN, askAt));
        } catch (IOException | RuntimeException unreadable) {
            LOG.warn("The job log's file {} cannot be read and is left where it is: {}", file, unreadable.toString());
        }
    }

    @Override
    JobEntry stored(JobEntry entry) {
        SubmittedJob job = entry.job();
        ObjectNode json = JSON.createObjectNode()
                .put("jobId", job.jobId())
                .put("correlationId", job.correlationId())
                .put("path", job.path())
                .put("submittedAt", job.submittedAt().toString())
                .put("questions", job.questions())
                .put("askAt", entry.askAt().toString());
        try {
            write(file(job.jobId()), json);
        } catch (IOException full) {
            throw new UncheckedIOException("The job log cannot write to " + directory, full);
        }
        return entry;
    }

    private void write(Path file, ObjectNode json) throws IOException {
        Path aside = file.resolveSibling(file.getFileName() + ".new");
        try (FileChannel channel = FileChannel.open(
                aside, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            ByteBuffer bytes = StandardCharsets.UTF_8.encode(json.toString());
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        }
        Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    @Override
    void forgotten(String jobId) {
        try {
            Files.deleteIfExists(file(jobId));
        } catch (IOException inUse) {
            throw new UncheckedIOException("The job log cannot delete in " + directory, inUse);
        }
    }

    /** A job id is the service's and may hold anything; a digest of it is a safe file name. */
    private Path file(String jobId) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(jobId.getBytes(StandardCharsets.UTF_8));
            return directory.resolve(HexFormat.of().formatHex(digest, 0, 16) + SUFFIX);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    @Override
    protected void doStop() throws Exception {
        if (lockChannel != null) {
            lockChannel.close();
        }
    }
}
