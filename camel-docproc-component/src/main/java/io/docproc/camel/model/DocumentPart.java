/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import java.util.LinkedHashMap;
import java.util.regex.Pattern;

/**
 * Element or page of a parsed document, or file of a list: its JSON object, with the members in the order of the response.
 * Objects are maps, arrays are lists, and numbers keep their precision. Not thread-safe.
 */
public final class DocumentPart extends LinkedHashMap<String, Object> implements ServiceResource {
    private static final long serialVersionUID = 1L;

    private static final Pattern NUMBER = Pattern.compile("\\s*-?\\d{1,9}\\s*");
    private static final int MAX_LEVEL = 6;

    /** Creates a part without members. */
    public DocumentPart() {}

    /** Returns the number of the page of an element, {@code page_number} or {@code page_id}; -1 if it has none. */
    public int pageNumber() {
        return number("page_number", number("page_id", -1));
    }

    /**
     * Returns the level of the heading that an element is, by {@code level} or {@code outline_level}: 1 to 6; 0 for an
     * element that is no heading.
     */
    public int headingLevel() {
        boolean isTitle = "title".equalsIgnoreCase(text("type"));
        int outline = number("outline_level", isTitle ? 0 : -1) + 1;
        int level = isTitle ? Math.max(number("level", outline), 1) : Math.max(outline, 0);
        return Math.min(level, MAX_LEVEL);
    }

    /** Returns the text of an element as Markdown, a heading with a {@code #} for each level; empty if it has none. */
    public String markdown() {
        String text = text("text").strip();
        return text.isEmpty() || text.startsWith("#") || headingLevel() == 0
                ? text
                : "#".repeat(headingLevel()) + " " + text;
    }

    /**
     * Returns the state of a file in the words of parse jobs, by {@code recognition_status}: {@code pending}, {@code
     * in_progress}, {@code completed}, {@code failed} or {@code classified}; empty if it has none.
     */
    public String status() {
        return switch (text("recognition_status")) {
            case "" -> "";
            case "0" -> "pending";
            case "1" -> "completed";
            case "2" -> "failed";
            case "10" -> "classified";
            default -> "in_progress";
        };
    }

    private int number(String name, int other) {
        if (get(name) instanceof Number number) {
            return number.intValue();
        }
        String text = text(name);
        return NUMBER.matcher(text).matches() ? Integer.parseInt(text.strip()) : other;
    }

    private String text(String name) {
        Object value = get(name);
        return value instanceof String || value instanceof Number ? value.toString() : "";
    }

    /** Serializes a plain map: Camel's repositories accept no other classes than those of the JDK and of Camel. */
    private Object writeReplace() {
        return new LinkedHashMap<>(this);
    }
}
