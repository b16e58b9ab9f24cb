/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Interpretation of a line as a label and a value.
 *
 * @param valueFrom start of the value in the line; the length of the line if it has no value
 */
record LabelParts(Label label, Form form, int valueFrom) {
    private static final int MAX_WORDS = 6;
    private static final int MAX_PREFIX_WORDS = 4;
    private static final Pattern COLON = Pattern.compile("[:：]");
    private static final Pattern WORD = Pattern.compile("\\S+");

    /** Separation of label and value. */
    enum Form {
        /** A colon separates them. */
        COLON,
        /** The whole line is the label. */
        WHOLE,
        /** Only the words of the label separate them. */
        PREFIX
    }

    /** Returns all interpretations of a line. */
    static List<LabelParts> of(String line) {
        List<LabelParts> interpretations = new ArrayList<>();
        Matcher colon = COLON.matcher(line);
        if (colon.find()) {
            add(interpretations, line.substring(0, colon.start()), Form.COLON, colon.end());
            return interpretations;
        }
        add(interpretations, line, Form.WHOLE, line.length());
        Matcher word = WORD.matcher(line);
        for (int i = 0; i < MAX_PREFIX_WORDS && word.find() && word.end() < line.length(); i++) {
            add(interpretations, line.substring(0, word.end()), Form.PREFIX, word.end());
        }
        return interpretations;
    }

    private static void add(List<LabelParts> interpretations, String text, Form form, int valueFrom) {
        Label label = Label.of(text);
        if (!label.bare().isEmpty() && label.words().size() <= MAX_WORDS) {
            interpretations.add(new LabelParts(label, form, valueFrom));
        }
    }
}
