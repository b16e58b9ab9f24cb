/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart.report;

import io.docproc.camel.model.Citation;
import io.docproc.camel.model.ExtractedFields;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Extracted fields as a person reads them: single values, and a table for each list of entries.
 *
 * @param values single values, nested ones with a path such as {@code seller.name}
 * @param tables lists of entries
 */
public record FieldsView(List<Value> values, List<Table> tables) {

    /**
     * A value and where it stands in the document.
     *
     * @param name the field's name or path
     * @param text the value; empty when none was found
     * @param places numbers of its locations
     */
    public record Value(String name, String text, List<Integer> places) {}

    /**
     * A list of entries.
     *
     * @param name the list's name
     * @param columns the names of the entries' fields
     * @param rows the entries, a value for each column
     */
    public record Table(String name, List<String> columns, List<List<Value>> rows) {}

    /** Fields and where they stand. */
    public static FieldsView of(ExtractedFields fields, List<Citation> citations) {
        Builder builder = new Builder(placesByField(citations));
        fields.forEach(builder::add);
        return new FieldsView(List.copyOf(builder.values), List.copyOf(builder.tables));
    }

    /** How many values were found. */
    public long found() {
        long single = values.stream().filter(value -> !value.text.isEmpty()).count();
        return single
                + tables.stream()
                        .flatMap(table -> table.rows.stream())
                        .flatMap(List::stream)
                        .filter(value -> !value.text.isEmpty())
                        .count();
    }

    private static Map<String, List<Integer>> placesByField(List<Citation> citations) {
        Map<String, List<Integer>> places = new LinkedHashMap<>();
        int number = 0;
        for (Citation citation : citations) {
            for (int region = 0; region < citation.boundingRegions().size(); region++) {
                number++;
                places.computeIfAbsent(citation.field(), field -> new ArrayList<>())
                        .add(number);
            }
        }
        return places;
    }

    private static final class Builder {
        private final Map<String, List<Integer>> places;
        private final List<Value> values = new ArrayList<>();
        private final List<Table> tables = new ArrayList<>();

        private Builder(Map<String, List<Integer>> places) {
            this.places = places;
        }

        private void add(String path, Object value) {
            if (value instanceof Map<?, ?> group) {
                group.forEach((name, member) -> add(path + "." + name, member));
            } else if (value instanceof List<?> entries
                    && !entries.isEmpty()
                    && entries.stream().allMatch(Map.class::isInstance)) {
                tables.add(table(path, entries));
            } else {
                values.add(value(path, path, value));
            }
        }

        private Table table(String path, List<?> entries) {
            Set<String> columns = new LinkedHashSet<>();
            entries.forEach(entry -> ((Map<?, ?>) entry).keySet().forEach(name -> columns.add(String.valueOf(name))));
            List<List<Value>> rows = new ArrayList<>();
            for (int index = 0; index < entries.size(); index++) {
                Map<?, ?> entry = (Map<?, ?>) entries.get(index);
                String prefix = path + "[" + index + "].";
                rows.add(columns.stream()
                        .map(name -> value(name, prefix + name, entry.get(name)))
                        .toList());
            }
            return new Table(path, List.copyOf(columns), rows);
        }

        private Value value(String name, String path, Object value) {
            return new Value(name, text(value), places.getOrDefault(path, List.of()));
        }

        private static String text(Object value) {
            if (value == null) {
                return "";
            }
            if (value instanceof BigDecimal number) {
                return number.toPlainString();
            }
            if (value instanceof List<?> list) {
                return String.join(", ", list.stream().map(Builder::text).toList());
            }
            return String.valueOf(value);
        }
    }
}
