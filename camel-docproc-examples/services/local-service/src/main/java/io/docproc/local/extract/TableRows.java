/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import io.docproc.local.document.Cell;
import io.docproc.local.document.Document;
import io.docproc.local.document.Page;
import io.docproc.local.document.Table;
import io.docproc.local.document.TextLine;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds the table with column headers for the targets and reads its rows, also if it continues on other pages.
 *
 * <p>A row with values in at most half of these columns, such as a total, is ignored.
 */
final class TableRows {
    private static final int HEADER_ROWS = 3;

    /** Table with the columns of the targets that its header contains. */
    private record Match(int page, Table table, int headerRow, Map<Target, Integer> columns, double score) {}

    private final List<Target> targets;
    private final Set<String> headingWords;
    private final List<Map<Target, ExtractedValue>> rows = new ArrayList<>();
    private final Set<TextLine> used = Collections.newSetFromMap(new IdentityHashMap<>());

    private TableRows(List<Target> targets, Set<String> headingWords) {
        this.targets = targets;
        this.headingWords = headingWords;
    }

    /** Finds the rows; empty if no table has columns for two targets, or for the only one. */
    static TableRows find(Document document, List<Target> targets, Set<String> headingWords) {
        TableRows result = new TableRows(targets, headingWords);
        int needed = Math.min(2, targets.size());
        List<Match> matches = document.pages().stream()
                .flatMap(page -> page.tables().stream().flatMap(table -> result.match(page, table).stream()))
                .filter(match -> match.columns().size() >= needed && needed > 0)
                .toList();
        matches.stream()
                .max(Comparator.comparingDouble(Match::score))
                .ifPresent(best -> result.readAll(document, matches, best));
        return result;
    }

    List<Map<Target, ExtractedValue>> rows() {
        return rows;
    }

    /** Returns the text lines of the header and of the rows with values. */
    Set<TextLine> used() {
        return used;
    }

    private Optional<Match> match(Page page, Table table) {
        List<Match> matches = new ArrayList<>();
        for (int row = 0; row < Math.min(HEADER_ROWS, table.rows().size()); row++) {
            matches.add(match(page, table, row));
        }
        // The first of equal scores, because a row can repeat the words of the header.
        return matches.stream().max(Comparator.comparingDouble(Match::score).thenComparingInt(m -> -m.headerRow()));
    }

    private record Pairing(Target target, int column, double score) {}

    private Match match(Page page, Table table, int headerRow) {
        List<Pairing> pairings = new ArrayList<>();
        for (Cell cell : table.rows().get(headerRow)) {
            Label label = Label.of(cell.text());
            for (Target target : targets) {
                double score = target.names().score(label, headingWords);
                if (score >= FieldNames.ENOUGH) {
                    pairings.add(new Pairing(target, cell.column(), score));
                }
            }
        }
        pairings.sort(Comparator.comparingDouble(Pairing::score).reversed());
        Map<Target, Integer> columns = new LinkedHashMap<>();
        double score = 0;
        for (Pairing pairing : pairings) {
            if (!columns.containsKey(pairing.target()) && !columns.containsValue(pairing.column())) {
                columns.put(pairing.target(), pairing.column());
                score += pairing.score();
            }
        }
        return new Match(page.number(), table, headerRow, columns, score);
    }

    @SuppressWarnings("ReferenceEquality") // identity, because tables can have equal content
    private void readAll(Document document, List<Match> matches, Match best) {
        boolean begun = false;
        for (Page page : document.pages()) {
            for (Table table : page.tables()) {
                Optional<Match> match = matches.stream()
                        .filter(m -> m.table() == table && m.columns().equals(best.columns()))
                        .findFirst();
                if (match.isPresent()) {
                    read(match.get(), match.get().headerRow() + 1);
                    begun = true;
                } else if (begun
                        && page.tables().get(0) == table
                        && table.columnCount() == best.table().columnCount()) {
                    read(new Match(page.number(), table, -1, best.columns(), 0), 0);
                }
            }
        }
    }

    private void read(Match match, int firstRow) {
        if (match.headerRow() >= 0) {
            match.table().rows().get(match.headerRow()).forEach(cell -> used.addAll(cell.lines()));
        }
        for (List<Cell> row :
                match.table().rows().subList(firstRow, match.table().rows().size())) {
            Map<Target, ExtractedValue> values = new HashMap<>();
            match.columns().forEach((target, column) -> row.stream()
                    .filter(cell -> cell.column() == column)
                    .findFirst()
                    .flatMap(cell -> ValueReader.read(target, new TextSpan(match.page(), cell.lines())))
                    .ifPresent(found -> values.put(target, found)));
            if (values.size() * 2 > match.columns().size()) {
                rows.add(values);
                row.forEach(cell -> used.addAll(cell.lines()));
            }
        }
    }
}
