/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;

/** The tables of the interface document: the fields of each call, and the field that each option sets. */
final class InterfaceTables {
    private InterfaceTables() {}

    /**
     * A row of {@code request-options.txt}: an option in a scenario.
     *
     * @param scenario an operation, possibly with a variant after a colon; {@code *} for all
     * @param option the name of the option, with its key if it has a prefix
     * @param value the value of the option as text
     * @param pointer the JSON pointer of the field in the request; {@code -} if the option sets none
     * @param expected the JSON value of the field, or a pattern after {@code ~}
     */
    record Row(String scenario, String option, String value, String pointer, String expected) {
        boolean isOfAll() {
            return scenario.equals("*");
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

        boolean belongsTo(String operation) {
            return isOfAll() || operation().equals(operation);
        }
    }

    /**
     * A row of {@code fields.txt}: a field of the interface document.
     *
     * @param call the call, which has the name of its operation
     * @param direction {@code request} or {@code response}
     * @param path the JSON pointer in a request, or the path in a response
     * @param type the type in the interface document
     * @param header the message header with the value of a response
     */
    record Field(String call, String direction, String path, String type, String header) {}

    static List<Row> options() {
        return rows("request-options.txt")
                .map(cells -> new Row(cells[0], cells[1], cells[2], cells[3], cells[4]))
                .toList();
    }

    static List<Field> fields(String direction) {
        return rows("fields.txt")
                .map(cells -> new Field(cells[0], cells[1], cells[2], cells[3], cells[4].strip()))
                .filter(field -> field.direction().equals(direction))
                .toList();
    }

    private static Stream<String[]> rows(String table) {
        return text(table).lines().filter(line -> !line.startsWith("#")).map(line -> line.split(" \\| ", -1));
    }

    /** Returns the content of a resource of the interface document. */
    static String text(String resource) {
        try (InputStream in = InterfaceTables.class.getResourceAsStream("/interface/" + resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
