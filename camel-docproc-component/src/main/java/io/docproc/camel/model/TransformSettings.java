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
     * @param other fields that the interface document does not list
     */
    public record DatetimeSettings(String format, @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {
        /** A date of that pattern. */
        public DatetimeSettings(String format) {
            this(format, Map.of());
        }
    }

    /**
     * The words allowed.
     *
     * @param items the words
     * @param other fields that the interface document does not list
     */
    public record EnumerateSettings(List<String> items, @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {
        /** One of these words. */
        public EnumerateSettings(List<String> items) {
            this(items, Map.of());
        }
    }

    /**
     * A replacement.
     *
     * @param match the regular expression
     * @param replace what takes its place
     * @param other fields that the interface document does not list
     */
    public record RegexSettings(String match, String replace, @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {
        /** The replacement of one text by another. */
        public RegexSettings(String match, String replace) {
            this(match, replace, Map.of());
        }
    }

    /**
     * What happens to a value that does not fit.
     *
     * @param mode for example {@code default}
     * @param defaultValue the value that takes its place
     * @param other fields that the interface document does not list
     */
    public record MismatchAction(
            String mode, String defaultValue, @JsonAnySetter @JsonAnyGetter Map<String, Object> other) {
        /** A mode with its value. */
        public MismatchAction(String mode, String defaultValue) {
            this(mode, defaultValue, Map.of());
        }
    }
}
