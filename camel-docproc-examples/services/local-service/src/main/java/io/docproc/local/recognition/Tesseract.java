/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.recognition;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Text recognition by the program tesseract, version 4 or later. Each image is recognized by a process of its own,
 * which uses one processor and is destroyed after a timeout, or when the calling thread is interrupted. Thread-safe.
 */
public final class Tesseract {
    private static final Logger LOG = LoggerFactory.getLogger(Tesseract.class);
    private static final String PROGRAM = "tesseract";
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int MAX_OUTPUT_BYTES = 8_000_000;

    /** Page segmentation that keeps the cells of a table row together, also single digits. */
    private static final String SINGLE_COLUMN = "4";

    /** Languages of the documents that the service accepts, as far as they are installed. */
    private static final List<String> LANGUAGES = List.of("eng", "chi_sim");

    private static final String LINE_LEVEL = "4";
    private static final String WORD_LEVEL = "5";

    /** Minimum confidence in percent; textures are recognized as words with less. */
    private static final double MIN_CONFIDENCE = 30;

    /** Words without any of these characters are ruling lines or specks. */
    private static final Pattern CONTENT = Pattern.compile("[\\p{L}\\p{N}\\p{Sc}%#&]");

    private final String program;
    private final Duration timeout;
    private final String languages;

    private Tesseract(String program, Duration timeout, String languages) {
        this.program = program;
        this.timeout = timeout;
        this.languages = languages;
    }

    /** Returns the program on the search path, with a timeout of 60 seconds; empty if it is not installed. */
    public static Optional<Tesseract> find() {
        return find(PROGRAM, TIMEOUT);
    }

    /**
     * Returns a program; empty if it does not exist or has no suitable language. Logs which one applies.
     *
     * @param timeout maximum duration of each run of the program
     */
    public static Optional<Tesseract> find(String program, Duration timeout) {
        try {
            List<String> installed =
                    run(timeout, program, "--list-langs").lines().toList();
            String languages = LANGUAGES.stream().filter(installed::contains).collect(Collectors.joining("+"));
            if (languages.isEmpty()) {
                throw new IOException(program + " has none of the languages " + LANGUAGES);
            }
            LOG.info("Scans and photos are read with {}, languages {}", program, languages);
            return Optional.of(new Tesseract(program, timeout, languages));
        } catch (IOException e) {
            LOG.info(
                    "Scans and photos give no text: {}. To read them, install {} with one of the languages {}.",
                    e.getMessage(),
                    PROGRAM,
                    LANGUAGES);
            return Optional.empty();
        }
    }

    /**
     * Recognizes the words in an image.
     *
     * @param image upright text, best at 300 dpi
     * @throws IOException if the program fails, or exceeds its timeout
     * @throws InterruptedIOException if the thread is interrupted; its interrupt status is set
     */
    public List<RecognizedWord> recognize(BufferedImage image) throws IOException {
        Path file = Files.createTempFile("docproc-", ".bmp");
        try {
            // Every tesseract reads BMP, and writing it without compression is faster.
            if (!ImageIO.write(image, "bmp", file.toFile())) {
                throw new IllegalArgumentException("The image has type " + image.getType()
                        + ", which BMP does not support; convert it to gray or RGB.");
            }
            return words(run(
                    timeout,
                    program,
                    file.toString(),
                    "stdout",
                    "-l",
                    languages,
                    "--dpi",
                    "300",
                    "--psm",
                    SINGLE_COLUMN,
                    "tsv"));
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /**
     * Parses the TSV output: a header, then a row for each page, block, paragraph, line and word with the columns level,
     * page_num, block_num, par_num, line_num, word_num, left, top, width, height, conf and text.
     */
    private static List<RecognizedWord> words(String tsv) throws IOException {
        List<RecognizedWord> words = new ArrayList<>();
        int line = 0;
        for (String row : tsv.lines().skip(1).toList()) {
            String[] columns = row.split("\t", -1);
            if (columns[0].equals(LINE_LEVEL)) {
                line++;
            } else if (columns[0].equals(WORD_LEVEL)) {
                try {
                    int left = Integer.parseInt(columns[6]);
                    int top = Integer.parseInt(columns[7]);
                    int right = left + Integer.parseInt(columns[8]);
                    int bottom = top + Integer.parseInt(columns[9]);
                    double confidence = Double.parseDouble(columns[10]);
                    String text = columns[11].strip();
                    if (CONTENT.matcher(text).find() && confidence >= MIN_CONFIDENCE) {
                        words.add(new RecognizedWord(line, left, top, right, bottom, text));
                    }
                } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                    throw new IOException("unexpected row in the TSV output: " + row, e);
                }
            }
        }
        return words;
    }

    private static String run(Duration timeout, String... command) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("OMP_THREAD_LIMIT", "1");
        Process process = builder.start();
        try {
            process.getOutputStream().close();
            FutureTask<String> output = new FutureTask<>(() -> output(process));
            Thread reader = new Thread(output, PROGRAM + "-output");
            reader.setDaemon(true);
            reader.start();
            return output.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw new IOException(command[0] + " did not complete within " + timeout.toMillis() + " ms", e);
        } catch (ExecutionException e) {
            throw new IOException(command[0] + " failed: " + e.getCause().getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("text recognition was cancelled");
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    private static String output(Process process) throws IOException, InterruptedException {
        byte[] output = process.getInputStream().readNBytes(MAX_OUTPUT_BYTES + 1);
        if (output.length > MAX_OUTPUT_BYTES) {
            throw new IOException("its output exceeds " + MAX_OUTPUT_BYTES + " bytes");
        }
        int status = process.waitFor();
        if (status != 0) {
            throw new IOException("its exit status is " + status);
        }
        return new String(output, StandardCharsets.UTF_8);
    }
}
