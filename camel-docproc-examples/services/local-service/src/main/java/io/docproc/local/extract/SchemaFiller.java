/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import io.docproc.local.document.Document;
import io.docproc.local.document.TextLine;
import io.docproc.local.extract.Field.Group;
import io.docproc.local.extract.Field.Leaf;
import io.docproc.local.extract.Field.Repeated;
import io.docproc.local.extract.LabelSearch.Candidate;
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
import java.util.stream.Stream;

/**
 * Finds the values of all fields of a schema in a document: arrays of objects in tables, single values by their labels,
 * then in sentences, then lists. Each label is used for one field, the label with the highest score first.
 */
final class SchemaFiller {
    private final Document document;
    private final Map<Leaf, ExtractedValue> singles = new IdentityHashMap<>();
    private final Map<Repeated, List<Map<Leaf, ExtractedValue>>> entries = new IdentityHashMap<>();

    private SchemaFiller(Document document) {
        this.document = document;
    }

    static ExtractionResult fill(Document document, Group schema) {
        SchemaFiller filler = new SchemaFiller(document);
        filler.fill(schema);
        return new ExtractionResult(schema, filler.singles, filler.entries);
    }

    private void fill(Group schema) {
        List<Repeated> arrays = new ArrayList<>();
        List<Target> targets = new ArrayList<>();
        collect(schema, Optional.empty(), targets, arrays);
        Set<String> headings = new TextIndex(document, line -> false).headingWords();
        Set<TextLine> used = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Repeated array : arrays) {
            if (array.items() instanceof Group row) {
                used.addAll(fillRows(array, row, headings));
            }
        }
        TextIndex index = new TextIndex(document, used::contains);
        byLabel(index, targets);
        SentenceSearch prose = new SentenceSearch(index);
        for (Target target : targets) {
            if (!singles.containsKey(target.leaf())) {
                prose.find(target)
                        .or(() -> anywhere(target, index))
                        .ifPresent(found -> singles.put(target.leaf(), found));
            }
        }
        arrays.forEach(array -> fillList(array, index, headings));
    }

    private static void collect(Group group, Optional<Group> owner, List<Target> targets, List<Repeated> arrays) {
        for (Field field : group.properties()) {
            if (field instanceof Leaf leaf) {
                targets.add(Target.of(leaf, owner));
            } else if (field instanceof Group nested) {
                collect(nested, Optional.of(nested), targets, arrays);
            } else if (field instanceof Repeated array) {
                arrays.add(array);
            }
        }
    }

    private Set<TextLine> fillRows(Repeated array, Group row, Set<String> headings) {
        List<Target> columns = new ArrayList<>();
        collect(row, Optional.empty(), columns, new ArrayList<>());
        TableRows table = TableRows.find(document, columns, headings);
        entries.put(array, table.rows().stream().map(SchemaFiller::byLeaf).toList());
        return table.used();
    }

    private static Map<Leaf, ExtractedValue> byLeaf(Map<Target, ExtractedValue> row) {
        Map<Leaf, ExtractedValue> values = new IdentityHashMap<>();
        row.forEach((target, found) -> values.put(target.leaf(), found));
        return values;
    }

    private void byLabel(TextIndex index, List<Target> targets) {
        List<Candidate> candidates = new ArrayList<>(LabelSearch.candidates(index, targets));
        candidates.sort(Comparator.comparingDouble(Candidate::score).reversed());
        Map<TextLine, Target> takenLabels = new IdentityHashMap<>();
        Map<TextSpan, Target> takenValues = new HashMap<>();
        for (Candidate candidate : candidates) {
            Target target = candidate.target();
            boolean free = !singles.containsKey(target.leaf())
                    && shareable(takenLabels.get(candidate.label()), target)
                    && sourceLines(candidate).allMatch(line -> shareable(takenValues.get(line), target));
            if (free) {
                singles.put(target.leaf(), candidate.found());
                takenLabels.put(candidate.label(), target);
                sourceLines(candidate).forEach(line -> takenValues.put(line, target));
            }
        }
    }

    private static Stream<TextSpan> sourceLines(Candidate candidate) {
        TextSpan source = candidate.found().source();
        return source.lines().stream().map(line -> TextSpan.of(source.page(), line));
    }

    /** Returns whether two fields can share a label: name and address of a party, or currency and amount. */
    private static boolean shareable(Target holder, Target other) {
        return holder == null
                || holder.owner().isPresent() && holder.owner().equals(other.owner())
                || holder.isCurrency() != other.isCurrency();
    }

    /** Returns a currency or a value of an enum without label, because their form is unambiguous. */
    private static Optional<ExtractedValue> anywhere(Target target, TextIndex index) {
        if (!target.isCurrency() && target.leaf().allowed().isEmpty()) {
            return Optional.empty();
        }
        Map<String, List<ExtractedValue>> byValue = new LinkedHashMap<>();
        index.positions().stream()
                .flatMap(position ->
                        ValueReader.first(target, TextSpan.of(position.page(), position.line()), 0).stream())
                .forEach(found -> byValue.computeIfAbsent(found.value().asText(), value -> new ArrayList<>())
                        .add(found));
        // The first of the most frequent values.
        return byValue.values().stream()
                .reduce((a, b) -> b.size() > a.size() ? b : a)
                .map(all -> all.get(0));
    }

    private void fillList(Repeated array, TextIndex index, Set<String> headings) {
        if (array.items() instanceof Leaf item) {
            Target target = listTarget(array, item);
            List<ExtractedValue> values = ListSearch.find(target, index);
            Stream<Map<Target, ExtractedValue>> rows = values.isEmpty()
                    ? TableRows.find(document, List.of(target), headings).rows().stream()
                    : values.stream().map(found -> Map.of(target, found));
            entries.put(array, rows.map(row -> Map.of(item, row.get(target))).toList());
        }
    }

    /** Returns a target with the name of the array and the type of its items. */
    private static Target listTarget(Repeated array, Leaf item) {
        String description = array.description() + " " + item.description();
        FieldNames names = new FieldNames(array.name(), description, "");
        return new Target(item, names, Optional.empty());
    }
}
