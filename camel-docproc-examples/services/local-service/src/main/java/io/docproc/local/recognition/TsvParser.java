/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.recognition;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Parser of the TSV output of tesseract: a header, then a row for each page, block, paragraph, line and word with the
 * columns level, page_num, block_num, par_num, line_num, word_num, left, top, width, height, conf and text.
 */
final class TsvParser {
    private static final String LINE_LEVEL = "4";
    private static final String WORD_LEVEL = "5";
    private static final int LEFT = 6;
    private static final int CONFIDENCE = 10;
    private static final int TEXT = 11;

    /** Minimum confidence in percent; textures are recognized as words with less. */
    private static final double MIN_CONFIDENCE = 30;

    /** Words without any of these characters are ruling lines or specks. */
    private static final Pattern CONTENT = Pattern.compile("[\\p{L}\\p{N}\\p{Sc}%#&]");

    private TsvParser() {}

    /** Returns the words; throws an {@link IOException} if a row does not have these columns. */
    static List<RecognizedWord> parse(String tsv) throws IOException {
        List<RecognizedWord> words = new ArrayList<>();
        int line = 0;
        for (String row : tsv.lines().skip(1).toList()) {
            String[] columns = row.split("\t", -1);
            if (columns[0].equals(LINE_LEVEL)) {
                line++;
            } else if (columns[0].equals(WORD_LEVEL)) {
                if (columns.length <= TEXT) {
                    throw unexpected(row);
                }
                add(words, line, columns, row);
            }
        }
        return words;
    }

    private static void add(List<RecognizedWord> words, int line, String[] columns, String row) throws IOException {
        try {
            double left = Integer.parseInt(columns[LEFT]);
            double top = Integer.parseInt(columns[LEFT + 1]);
            double right = left + Integer.parseInt(columns[LEFT + 2]);
            double bottom = top + Integer.parseInt(columns[LEFT + 3]);
            String text = columns[TEXT].strip();
            if (CONTENT.matcher(text).find() && Double.parseDouble(columns[CONFIDENCE]) >= MIN_CONFIDENCE) {
                words.add(new RecognizedWord(line, left, top, right, bottom, text));
            }
        } catch (NumberFormatException e) {
            throw unexpected(row);
        }
    }

    private static IOException unexpected(String row) {
        return new IOException("unexpected row in the TSV output: " + row);
    }
}
