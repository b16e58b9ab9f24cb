/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import io.docproc.local.recognition.RecognizedWord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Makes lines of recognized words. The characters of a word share its width evenly. Each word has the height of its line,
 * so that a hyphen stands beside its neighbours.
 */
final class RecognizedLines {
    /** Share of the font size from the top of ascenders to the bottom of descenders. */
    private static final double INK_HEIGHT = 0.9;

    /** The height of a line varies with its letters: lines up to this ratio to the median have the usual font size. */
    private static final double SAME_SIZE = 1.4;

    private final double scale;
    private final double usualSize;
    private final List<List<RecognizedWord>> rows;

    private RecognizedLines(List<RecognizedWord> words, double scale) {
        this.scale = scale;
        Map<Integer, List<RecognizedWord>> byLine =
                words.stream().collect(Collectors.groupingBy(RecognizedWord::line, LinkedHashMap::new, Collectors.toList()));
        rows = List.copyOf(byLine.values());
        List<Double> sizes = rows.stream().map(this::measuredSize).sorted().toList();
        usualSize = sizes.isEmpty() ? 0 : sizes.get(sizes.size() / 2);
    }

    /** @param scale length of a pixel in the unit of the page */
    static List<TextLine> of(List<RecognizedWord> words, double scale) {
        RecognizedLines lines = new RecognizedLines(words, scale);
        return LineJoiner.join(lines.rows.stream().flatMap(row -> lines.words(row).stream()).toList());
    }

    private List<TextLine> words(List<RecognizedWord> row) {
        double measured = measuredSize(row);
        boolean usual = measured < usualSize * SAME_SIZE && usualSize < measured * SAME_SIZE;
        double size = usual ? usualSize : measured;
        double top = row.stream().mapToDouble(RecognizedWord::top).min().orElseThrow();
        double bottom = row.stream().mapToDouble(RecognizedWord::bottom).max().orElseThrow();
        return row.stream().map(word -> word(word, top, bottom, size)).toList();
    }

    private TextLine word(RecognizedWord word, double top, double bottom, double size) {
        int length = word.text().length();
        double advance = (word.right() - word.left()) / length;
        List<Box> glyphs = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            double left = word.left() + i * advance;
            glyphs.add(new Box(left * scale, top * scale, (left + advance) * scale, bottom * scale));
        }
        return new TextLine(word.text(), glyphs, size);
    }

    private double measuredSize(List<RecognizedWord> row) {
        double height = row.stream().mapToDouble(word -> word.bottom() - word.top()).max().orElseThrow();
        return height * scale / INK_HEIGHT;
    }
}
