/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * File with the DDL of a repository for one database product. The component executes the same statements that users
 * run with a migration tool. A file contains only {@code CREATE TABLE}, with one column in each line, {@code CREATE
 * INDEX}, and lines of comments.
 *
 * @param resource name of the file on the class path
 * @param statements SQL statements without a semicolon
 */
record DdlFile(String resource, List<String> statements) {
    private static final Pattern TABLE = Pattern.compile("CREATE TABLE (\\w+) .*", Pattern.DOTALL);
    private static final Pattern INDEX = Pattern.compile("CREATE INDEX (\\w+) ON (\\w+) \\(([^)]*)\\)");
    private static final Pattern COLUMN = Pattern.compile("^ +(?!PRIMARY )(\\w+)", Pattern.MULTILINE);

    /** Reads the file of a repository, for example {@code job-repository}. */
    static DdlFile read(String repository, DatabaseProduct product) {
        String resource = "META-INF/docproc/" + product.folder() + "/" + repository + ".sql";
        try (InputStream file = DdlFile.class.getClassLoader().getResourceAsStream(resource)) {
            if (file == null) {
                throw new IllegalStateException(
                        "The class path does not contain " + resource + "; add it to the resources of the application");
            }
            return new DdlFile(resource, statements(new String(file.readAllBytes(), StandardCharsets.UTF_8)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> statements(String text) {
        String withoutComments =
                text.lines().filter(line -> !line.startsWith("--")).collect(Collectors.joining("\n"));
        return Arrays.stream(withoutComments.split(";"))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toList();
    }

    /** Returns the tables with their indexes, in the order of the file. */
    List<DatabaseTable> tables() {
        List<DatabaseTable> tables = new ArrayList<>();
        for (String statement : statements) {
            Matcher table = TABLE.matcher(statement);
            if (table.matches()) {
                tables.add(new DatabaseTable(table.group(1), statement, columns(statement), indexes(table.group(1))));
            }
        }
        return tables;
    }

    private static List<String> columns(String statement) {
        return COLUMN.matcher(statement)
                .results()
                .map(column -> column.group(1))
                .toList();
    }

    private List<DatabaseIndex> indexes(String table) {
        return statements.stream()
                .map(INDEX::matcher)
                .filter(index -> index.matches() && index.group(2).equals(table))
                .map(index -> new DatabaseIndex(
                        index.group(1), index.group(0), List.of(index.group(3).split(", "))))
                .toList();
    }
}
