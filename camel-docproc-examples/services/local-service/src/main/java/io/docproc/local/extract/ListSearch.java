/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import io.docproc.local.document.TextLine;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds lists of single values: after a label ("Tags: red, green"), or below it with one value in each line. */
final class ListSearch {
    private static final Pattern ITEM = Pattern.compile("[^,;，；、]+");
    private static final Pattern BULLET = Pattern.compile("^(?:[•·▪‣◦*–-]|\\(?\\d{1,2}[.)])\\s+");
    private static final double SURE = 0.9;

    private ListSearch() {}

    /** Returns the values of the first label of the target; empty if there is no label. */
    static List<ExtractedValue> find(Target target, TextIndex index) {
        return index.positions().stream()
                .flatMap(position -> LabelParts.of(position.line().text()).stream()
                        .filter(parts -> parts.form() != LabelParts.Form.PREFIX)
                        .filter(parts -> target.names().score(parts.label(), index.headingWords()) >= SURE)
                        .map(parts -> values(target, index, position, parts)))
                .filter(values -> !values.isEmpty())
                .findFirst()
                .orElse(List.of());
    }

    private static List<ExtractedValue> values(
            Target target, TextIndex index, TextPosition position, LabelParts parts) {
        TextSpan inline = TextSpan.of(position.page(), position.line()).from(parts.valueFrom());
        if (!inline.lines().isEmpty()) {
            return items(target, inline);
        }
        Optional<TextPosition> right = index.right(position).filter(value -> !value.isLabelled());
        if (right.isPresent()) {
            return items(target, right.get().span());
        }
        Optional<TextPosition> below = index.below(position).filter(value -> !value.isLabelled());
        return below.map(value -> lines(target, index, value)).orElse(List.of());
    }

    private static List<ExtractedValue> lines(Target target, TextIndex index, TextPosition first) {
        List<TextLine> lines = index.linesFrom(
                first.page(), first.line(), line -> new TextPosition(0, line, Optional.empty()).isLabelled());
        if (lines.size() == 1) {
            return items(target, TextSpan.of(first.page(), lines.get(0)));
        }
        return lines.stream()
                .map(line -> withoutBullet(TextSpan.of(first.page(), line)))
                .flatMap(line -> ValueReader.read(target, line).stream())
                .toList();
    }

    private static List<ExtractedValue> items(Target target, TextSpan span) {
        return ITEM.matcher(span.text())
                .results()
                .map(item -> withoutBullet(span.between(item.start(), item.end())))
                .flatMap(item -> ValueReader.read(target, item).stream())
                .toList();
    }

    private static TextSpan withoutBullet(TextSpan line) {
        Matcher bullet = BULLET.matcher(line.text());
        return bullet.find() ? line.from(bullet.end()) : line;
    }
}
