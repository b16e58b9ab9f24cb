/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.recognition;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;

/** Shell scripts in place of the program tesseract. They have the language English. */
public final class FakeTesseract {
    private static final String HEADER =
            "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n";

    private FakeTesseract() {}

    /** Returns a program that prints this TSV below a header, and copies its input to {@code input.bmp} beside it. */
    public static Tesseract printing(Path folder, String rows) throws IOException {
        Path tsv = Files.writeString(folder.resolve("words.tsv"), HEADER + rows);
        return running(
                folder, Duration.ofSeconds(30), "cp \"$1\" '" + folder.resolve("input.bmp") + "'; cat '" + tsv + "'");
    }

    /** Returns a program that runs this shell command for each image. */
    public static Tesseract running(Path folder, Duration timeout, String command) throws IOException {
        return find(folder, timeout, "eng", command).orElseThrow();
    }

    static Optional<Tesseract> find(Path folder, Duration timeout, String language, String command) throws IOException {
        Path program = folder.resolve("tesseract");
        Files.writeString(
                program,
                """
                #!/bin/sh
                if [ "$1" = --list-langs ]; then
                    printf 'List of available languages (2):\\n%s\\nosd\\n'
                    exit
                fi
                %s
                """
                        .formatted(language, command));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return Tesseract.find(program.toString(), timeout);
    }
}
