/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import io.docproc.local.document.TextLine;
import io.docproc.local.extract.Field.Group;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/** Finds the labels of fields in a document, and the value after, beside or below each label. */
final class LabelSearch {
    /** Minimum score of a label that only its words separate from the value. */
    private static final double SURE = 0.9;

    private static final double RIGHT = 0.98;
    private static final double BELOW = 0.97;
    private static final double BELOW_IN_OTHER_SIZE = 0.99;
    private static final double BY_OWNER = 0.9;
    private static final double OTHER_OWNER = 0.5;

    /**
     * Possible value of a target.
     *
     * @param score score of the label, 0 to 1
     * @param label line of the label
     */
    record Candidate(Target target, double score, TextLine label, ExtractedValue found) {}

    private final TextIndex index;
    private final List<Target> targets;
    private final Map<Group, FieldNames> owners;
    private final Map<TextPosition, List<LabelParts>> readings = new IdentityHashMap<>();
    private final Set<TextLine> labelLines = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<Candidate> candidates = new ArrayList<>();

    private LabelSearch(TextIndex index, List<Target> targets) {
        this.index = index;
        this.targets = targets;
        owners = targets.stream()
                .flatMap(target -> target.owner().stream())
                .distinct()
                .collect(Collectors.toMap(
                        owner -> owner, owner -> new FieldNames(owner.name(), owner.description(), "")));
        for (TextPosition position : index.positions()) {
            List<LabelParts> parts = LabelParts.of(position.line().text());
            readings.put(position, parts);
            if (parts.stream().anyMatch(this::isWholeLabel)) {
                labelLines.add(position.line());
            }
        }
    }

    static List<Candidate> candidates(TextIndex index, List<Target> targets) {
        LabelSearch search = new LabelSearch(index, targets);
        for (TextPosition position : index.positions()) {
            for (LabelParts parts : search.readings.get(position)) {
                targets.forEach(target -> search.byOwnLabel(target, position, parts));
                search.owners.forEach((owner, names) -> search.byOwnersLabel(owner, names, position, parts));
            }
        }
        return search.candidates;
    }

    private boolean isWholeLabel(LabelParts parts) {
        return parts.form() == LabelParts.Form.WHOLE
                && (scoresAny(targets.stream().map(Target::names).toList(), parts)
                        || scoresAny(owners.values(), parts));
    }

    private boolean scoresAny(Collection<FieldNames> names, LabelParts parts) {
        return names.stream().anyMatch(name -> name.score(parts.label(), index.headingWords()) >= SURE);
    }

    private void byOwnLabel(Target target, TextPosition position, LabelParts parts) {
        double score = target.names().score(parts.label(), index.headingWords());
        double needed = parts.form() == LabelParts.Form.PREFIX ? SURE : FieldNames.ENOUGH;
        if (score < needed || parts.form() == LabelParts.Form.PREFIX && !target.hasForm()) {
            return;
        }
        double fitting = score * ownerFactor(target, position);
        values(position, parts, target.isAddress(), (factor, span) -> ValueReader.read(target, span)
                .ifPresent(found -> candidates.add(new Candidate(target, fitting * factor, position.line(), found))));
    }

    /**
     * Finds name and address of a party: "Seller: Example Trading" is its name, and the lines after it are its address.
     */
    private void byOwnersLabel(Group owner, FieldNames names, TextPosition position, LabelParts parts) {
        double score = names.score(parts.label(), index.headingWords());
        if (score < SURE || parts.form() == LabelParts.Form.PREFIX) {
            return;
        }
        for (Target target : targets) {
            if (target.owner().filter(owner::equals).isPresent()
                    && (target.names().named("name") || target.isAddress())) {
                values(position, parts, true, (factor, lines) -> {
                    List<TextLine> all = lines.lines();
                    TextSpan part = new TextSpan(
                            lines.page(), target.isAddress() ? all.subList(1, all.size()) : all.subList(0, 1));
                    ValueReader.read(target, part)
                            .ifPresent(found -> candidates.add(
                                    new Candidate(target, BY_OWNER * score * factor, position.line(), found)));
                });
            }
        }
    }

    /** Passes the possible values of a label to the consumer, each with a factor for its probability. */
    private void values(
            TextPosition position, LabelParts parts, boolean severalLines, BiConsumer<Double, TextSpan> consumer) {
        TextSpan inline = TextSpan.of(position.page(), position.line()).from(parts.valueFrom());
        if (!inline.lines().isEmpty()) {
            consumer.accept(1.0, severalLines ? continued(inline) : inline);
            return;
        }
        Optional<TextPosition> right = index.right(position).filter(this::isValue);
        Optional<TextPosition> below = index.below(position).filter(this::isValue);
        right.ifPresent(value -> consumer.accept(RIGHT, span(position, value, severalLines)));
        below.ifPresent(value -> {
            boolean unlikeRight = right.isPresent() && sameSize(position, right.get()) && !sameSize(position, value);
            consumer.accept(unlikeRight ? BELOW_IN_OTHER_SIZE : BELOW, span(position, value, severalLines));
        });
    }

    private boolean isValue(TextPosition position) {
        return !position.isLabelled() && !labelLines.contains(position.line());
    }

    private static boolean sameSize(TextPosition a, TextPosition b) {
        return Math.abs(a.line().size() - b.line().size()) < 0.3;
    }

    /** Returns the whole cell for a value in another cell, else the line. */
    private TextSpan span(TextPosition label, TextPosition value, boolean severalLines) {
        if (value.cell().isPresent() && !value.cell().equals(label.cell())) {
            return value.span();
        }
        TextSpan line = TextSpan.of(value.page(), value.line());
        return severalLines ? continued(line) : line;
    }

    private TextSpan continued(TextSpan first) {
        List<TextLine> lines = index.linesFrom(first.page(), first.lines().get(0), this::endsValue);
        return new TextSpan(first.page(), lines);
    }

    private boolean endsValue(TextLine line) {
        return labelLines.contains(line) || new TextPosition(0, line, Optional.empty()).isLabelled();
    }

    /** Returns a lower factor for the label of another object: "Address" below "Buyer" is no label of the seller. */
    private double ownerFactor(Target target, TextPosition position) {
        if (target.owner().isEmpty()) {
            return 1;
        }
        for (TextPosition above : index.above(position)) {
            for (LabelParts parts : readings.get(above)) {
                for (Map.Entry<Group, FieldNames> owner : owners.entrySet()) {
                    if (parts.form() != LabelParts.Form.PREFIX
                            && owner.getValue().score(parts.label(), index.headingWords()) >= SURE) {
                        return owner.getKey().equals(target.owner().get()) ? 1 : OTHER_OWNER;
                    }
                }
            }
        }
        return 1;
    }
}
