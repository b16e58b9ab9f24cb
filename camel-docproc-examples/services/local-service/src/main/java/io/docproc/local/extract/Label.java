/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Text that may be the label of an adjacent value.
 *
 * @param words words by {@link Tokenizer}
 * @param bare letters and digits
 */
record Label(List<String> words, String bare) {
    private static final Pattern NO_LETTER = Pattern.compile("[^\\p{L}\\d]");

    static Label of(String text) {
        return new Label(Tokenizer.of(text), NO_LETTER.matcher(text).replaceAll(""));
    }
}
