/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import java.util.List;
import java.util.Map;

/**
 * Transformation of the value of a category field on output (interface document, "Category field"). A component that is
 * null is not sent.
 *
 * @param type the kind of transformation, for example {@code datetime}
 * @param datetimeSettings settings for a date
 * @param enumerateSettings settings for a list of allowed values
 * @param regexSettings settings for a replacement by a regular expression
 * @param mismatchAction the handling of a value that does not match
 * @param other fields that the interface document does not list
 */
public record TransformSettings(
        String type,
        DatetimeSettings datetimeSettings,
        EnumerateSettings enumerateSettings,
        RegexSettings regexSettings,
        MismatchAction mismatchAction,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ModelJson.ExtensibleRecord {

    /**
     * Format of a date.
     *
     * @param format the pattern
     * @param other fields that the interface document does not list
     */
    public record DatetimeSettings(String format, @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements ModelJson.ExtensibleRecord {
        /** Creates settings with a pattern. */
        public DatetimeSettings(String format) {
            this(format, Map.of());
        }
    }

    /**
     * List of allowed values.
     *
     * @param items the allowed values
     * @param other fields that the interface document does not list
     */
    public record EnumerateSettings(List<String> items, @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements ModelJson.ExtensibleRecord {
        /** Creates settings with a list of allowed values. */
        public EnumerateSettings(List<String> items) {
            this(items, Map.of());
        }
    }

    /**
     * Replacement by a regular expression.
     *
     * @param match the regular expression
     * @param replace the replacement
     * @param other fields that the interface document does not list
     */
    public record RegexSettings(String match, String replace, @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements ModelJson.ExtensibleRecord {
        /** Creates a replacement of the matches of a regular expression. */
        public RegexSettings(String match, String replace) {
            this(match, replace, Map.of());
        }
    }

    /**
     * Handling of a value that does not match.
     *
     * @param mode the mode, for example {@code default}
     * @param defaultValue the value that replaces it
     * @param other fields that the interface document does not list
     */
    public record MismatchAction(
            String mode, String defaultValue, @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
            implements ModelJson.ExtensibleRecord {
        /** Creates a mode with its replacement value. */
        public MismatchAction(String mode, String defaultValue) {
            this(mode, defaultValue, Map.of());
        }
    }
}
