/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Text that may name what stands beside it.
 *
 * @param words as {@link Tokenizer} tells them
 * @param bare the letters and digits alone
 */
record Label(List<String> words, String bare) {
    private static final Pattern NO_LETTER = Pattern.compile("[^\\p{L}\\d]");

    static Label of(String text) {
        return new Label(Tokenizer.of(text), NO_LETTER.matcher(text).replaceAll(""));
    }
}
