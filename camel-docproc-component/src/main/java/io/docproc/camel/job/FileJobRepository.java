/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import io.docproc.camel.internal.storage.DurableFiles;
import io.docproc.camel.internal.storage.DurableLog;
import io.docproc.camel.internal.storage.DurableLog.WrittenLine;
import io.docproc.camel.internal.storage.ExclusiveFileLock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Job repository in a directory, for a single node. It survives a crash of the process and a power failure: each
 * submission, change and completion of a job is a line of JSON that it appends to a log and forces to disk. Threads
 * that do this at the same time share a forced write, and so do the jobs of a {@link #rescheduleAll}. A purge replaces
 * the log by one line for each open job. Each completed job is an empty file in the folder {@code completed}.
 *
 * <p>On POSIX file systems only the owner of the process can read the files, which are not encrypted. The open jobs are
 * on the heap. Thread-safe.
 *
 * <p>Only one repository at a time can use a directory; the start of a second one fails. A repository that is not
 * started throws an {@link IllegalStateException} instead of saving a change.
 */
public final class FileJobRepository extends MemoryJobRepository {
    private static final Logger LOG = LoggerFactory.getLogger(FileJobRepository.class);

    private final Path directory;
    private final DurableLog log;
    private final CompletedJobFiles completed;
    private Optional<ExclusiveFileLock> directoryLock = Optional.empty();

    /** Creates a repository in this directory. The start creates the directory if it does not exist. */
    public FileJobRepository(Path directory) {
        this.directory = directory;
        this.log = new DurableLog(directory, "jobs");
        this.completed = new CompletedJobFiles(directory.resolve("completed"));
    }

    /** Creates a repository in the directory with this path, for configuration files. */
    public FileJobRepository(String directory) {
        this(Path.of(directory));
    }

    @Override
    protected synchronized void doStart() throws Exception {
        DurableFiles.createDirectories(directory);
        directoryLock = ExclusiveFileLock.tryAcquire(directory);
        if (directoryLock.isEmpty()) {
            throw new IOException(
                    "The job repository " + directory + " is in use by another process or context; configure a"
                            + " directory of its own for each, or a JdbcJobRepository that they share");
        }
        boolean read = false;
        try {
            completed.open();
            readLog();
            read = true;
        } finally {
            if (!read) {
                doStop();
            }
        }
    }

    private void readLog() throws IOException {
        Map<String, JobLine> lastLines = new LinkedHashMap<>();
        log.read(json -> {
            JobLine line = JobLine.parse(json);
            lastLines.put(line.jobId(), line);
        });
        // After the log is read, because a route that completes a job after a stop locks the job and then the log.
        for (JobLine line : lastLines.values()) {
            if (line instanceof JobLine.Completed job) {
                remove(job.jobId());
                completed.add(fileName(job.jobId()), job.keepUntil());
            } else if (line instanceof JobLine.Open open) {
                recover(open.job());
            }
        }
    }

    private void writeSnapshot() throws IOException {
        log.replace(lines -> {
            forEachOpen(job -> lines.accept(new JobLine.Open(job).toBytes()));
            // The replaced lines contain completed jobs whose files may not be on disk yet. Each of these files exists
            // now, because forEachOpen waits for the completions that are in flight.
            completed.force();
        });
    }

    @Override
    void saveNew(SubmittedJob job) {
        try {
            log.write(new JobLine.Open(job).toBytes()).force();
        } catch (IOException e) {
            throw notWritable(e);
        }
    }

    private UncheckedIOException notWritable(IOException e) {
        return new UncheckedIOException(
                "The job repository cannot write to " + directory + "; check its permissions and free space", e);
    }

    @Override
    void saveChange(SubmittedJob job) {
        List<WrittenLine> lines = new ArrayList<>();
        write(job, lines);
        force(lines);
    }

    /** Reschedules the jobs with one forced write. */
    @Override
    public List<SubmittedJob> rescheduleAll(Map<SubmittedJob, SubmittedJob> next, Instant now) {
        List<WrittenLine> lines = new ArrayList<>();
        List<SubmittedJob> rescheduled = new ArrayList<>();
        next.forEach((job, state) -> {
            if (reschedule(job, state, now, change -> write(change, lines))) {
                rescheduled.add(job);
            }
        });
        force(lines);
        return rescheduled;
    }

    private void write(SubmittedJob job, List<WrittenLine> lines) {
        try {
            lines.add(log.write(new JobLine.Open(job).toBytes()));
        } catch (IOException e) {
            warn(e);
        }
    }

    private void force(List<WrittenLine> lines) {
        try {
            for (WrittenLine line : lines) {
                line.force();
            }
        } catch (IOException e) {
            warn(e);
        }
    }

    private void warn(IOException e) {
        LOG.warn(
                "The job repository cannot write to {}; its jobs are up to date in memory only. Check permissions and"
                        + " free space",
                directory,
                e);
    }

    @Override
    void saveCompleted(String jobId, Instant keepUntil) {
        try {
            log.write(new JobLine.Completed(jobId, keepUntil).toBytes()).force();
            completed.add(fileName(jobId), keepUntil);
        } catch (IOException e) {
            throw notWritable(e);
        }
    }

    @Override
    boolean isCompleted(String jobId) {
        return super.isCompleted(jobId) || completed.contains(fileName(jobId));
    }

    /**
     * Deletes expired files of completed jobs, and removes the lines of the log that are not needed any more. Has no
     * effect on a repository that is not started, because another one may use the directory.
     */
    @Override
    public synchronized void purge(Instant now) {
        if (directoryLock.isEmpty()) {
            return;
        }
        try {
            completed.purge(now);
        } catch (IOException e) {
            throw new UncheckedIOException("The job repository cannot delete completed jobs in " + directory, e);
        }
        if (log.lines() > size()) {
            try {
                writeSnapshot();
            } catch (IOException e) {
                throw notWritable(e);
            }
        }
    }

    /**
     * Returns a file name from the digest of the job id, because the job id of the service may contain any character.
     */
    private static String fileName(String jobId) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(jobId.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, 16) + ".job";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected synchronized void doStop() throws Exception {
        log.close();
        if (directoryLock.isPresent()) {
            directoryLock.get().close();
            directoryLock = Optional.empty();
        }
    }
}
