/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line read as a label and, after it, a value.
 *
 * @param valueFrom where the value begins in the line; the line's length when it holds the label alone
 */
record LabelParts(Label label, Form form, int valueFrom) {
    private static final int MAX_WORDS = 6;
    private static final int MAX_PREFIX_WORDS = 4;
    private static final Pattern COLON = Pattern.compile("[:：]");
    private static final Pattern WORD = Pattern.compile("\\S+");

    /** How the label is told from what follows it. */
    enum Form {
        /** A colon stands between. */
        COLON,
        /** The whole line is the label. */
        WHOLE,
        /** Only the words tell. */
        PREFIX
    }

    /** All ways to read the line. */
    static List<LabelParts> of(String line) {
        List<LabelParts> readings = new ArrayList<>();
        Matcher colon = COLON.matcher(line);
        if (colon.find()) {
            add(readings, line.substring(0, colon.start()), Form.COLON, colon.end());
            return readings;
        }
        add(readings, line, Form.WHOLE, line.length());
        Matcher word = WORD.matcher(line);
        for (int i = 0; i < MAX_PREFIX_WORDS && word.find() && word.end() < line.length(); i++) {
            add(readings, line.substring(0, word.end()), Form.PREFIX, word.end());
        }
        return readings;
    }

    private static void add(List<LabelParts> readings, String text, Form form, int valueFrom) {
        Label label = Label.of(text);
        if (!label.bare().isEmpty() && label.words().size() <= MAX_WORDS) {
            readings.add(new LabelParts(label, form, valueFrom));
        }
    }
}
