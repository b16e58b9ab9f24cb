/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.List;
import java.util.Map;

/**
 * How a category field's value is rewritten on output (interface document, "Category field"). Every component may be
 * null: then it is not sent.
 *
 * @param type for example {@code datetime}
 * @param datetimeSettings for a date
 * @param enumerateSettings for one of several words
 * @param regexSettings for a replacement
 * @param mismatchAction what to do when the value does not fit
 * @param other fields that the interface document does not list
 */
public record TransformSettings(
        String type,
        DatetimeSettings datetimeSettings,
        EnumerateSettings enumerateSettings,
        RegexSettings regexSettings,
        MismatchAction mismatchAction,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {

    /**
     * The format of a date.
     *
     * @param format the pattern
     */
    public record DatetimeSettings(String format) {}

    /**
     * The words allowed.
     *
     * @param items the words
     */
    public record EnumerateSettings(List<String> items) {}

    /**
     * A replacement.
     *
     * @param match the regular expression
     * @param replace what takes its place
     */
    public record RegexSettings(String match, String replace) {}

    /**
     * What happens to a value that does not fit.
     *
     * @param mode for example {@code default}
     * @param defaultValue the value that takes its place
     */
    public record MismatchAction(String mode, String defaultValue) {}
}
