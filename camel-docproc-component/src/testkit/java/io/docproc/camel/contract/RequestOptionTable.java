/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** The rows of {@code request-options.txt}: the field of the public API that each option of the component sets. */
public final class RequestOptionTable {
    private static final String ALL = "*";

    private final List<Row> rows;

    /**
     * An option in a scenario.
     *
     * @param scenario an operation, possibly with a variant after a colon; {@code *} for all
     * @param option the name of the option, with its key if it has a prefix
     * @param value the value of the option as text
     * @param pointer the JSON pointer of the field in the request; {@code -} if the option sets none
     * @param expected the JSON value of the field, or a pattern after {@code ~}
     */
    public record Row(String scenario, String option, String value, String pointer, String expected) {
        private static Row of(String line) {
            String[] cells = line.split(" \\| ", -1);
            return new Row(cells[0], cells[1], cells[2], cells[3], cells[4]);
        }

        String operation() {
            return scenario.replaceFirst(":.*", "");
        }

        /** Returns the name without the key of a prefix. */
        String optionName() {
            return option.startsWith("http.") ? "httpOptions" : option.replaceFirst("\\..*", "");
        }

        boolean setsAField() {
            return !pointer.equals("-");
        }

        /** Returns whether an operation has the option of this row. */
        public boolean belongsTo(String operation) {
            return scenario.equals(ALL) || operation().equals(operation);
        }
    }

    public RequestOptionTable() {
        try (InputStream table = RequestOptionTable.class.getResourceAsStream("/interface/request-options.txt")) {
            rows = new String(table.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Row::of)
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns all rows. */
    public List<Row> rows() {
        return rows;
    }

    /** Returns the names of the scenarios. */
    List<String> scenarios() {
        return rows.stream()
                .map(Row::scenario)
                .filter(name -> !name.equals(ALL))
                .distinct()
                .toList();
    }

    /** Returns the options of a scenario. An option of a scenario precedes the same option of all scenarios. */
    List<Row> of(String scenario) {
        List<Row> own =
                rows.stream().filter(row -> row.scenario().equals(scenario)).toList();
        return Stream.concat(
                        own.stream(),
                        rows.stream().filter(row -> row.scenario().equals(ALL)).filter(row -> own.stream()
                                .noneMatch(other -> other.option().equals(row.option()))))
                .toList();
    }
}
