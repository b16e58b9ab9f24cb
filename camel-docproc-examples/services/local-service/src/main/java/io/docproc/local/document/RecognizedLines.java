/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import io.docproc.local.recognition.RecognizedWord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * Groups recognized words into lines. The width of a word is divided evenly among its characters. All words of a line
 * have the same top and bottom, also if the line slopes slightly.
 */
final class RecognizedLines {
    /** Height of capital letters and digits, and extent above and below the baseline, as shares of the font size. */
    private static final double CAPITAL_HEIGHT = 0.72;

    private static final double ASCENT = 0.8;
    private static final double DESCENT = 0.2;

    /**
     * Lines up to this ratio to the median height have the usual font size, because the height depends on the letters.
     */
    private static final double SIZE_STEP = 1.5;

    private final double scale;
    private final List<Line> lines;
    private final double usualSize;

    private record Line(List<RecognizedWord> words, double baseline, double size) {
        static Line of(List<RecognizedWord> words) {
            double baseline = median(words, RecognizedWord::bottom);
            return new Line(words, baseline, (baseline - median(words, RecognizedWord::top)) / CAPITAL_HEIGHT);
        }
    }

    private RecognizedLines(List<RecognizedWord> words, double scale) {
        this.scale = scale;
        Map<Integer, List<RecognizedWord>> byLine = words.stream()
                .collect(Collectors.groupingBy(RecognizedWord::line, LinkedHashMap::new, Collectors.toList()));
        lines = byLine.values().stream().map(Line::of).toList();
        usualSize = lines.isEmpty() ? 0 : median(lines, Line::size);
    }

    /** Returns the lines; {@code scale} is the length of a pixel in the unit of the page. */
    static List<TextLine> of(List<RecognizedWord> words, double scale) {
        RecognizedLines recognized = new RecognizedLines(words, scale);
        return Rows.join(recognized.lines.stream()
                .flatMap(line -> line.words().stream().map(word -> recognized.word(word, line)))
                .toList());
    }

    private TextLine word(RecognizedWord word, Line line) {
        int length = word.text().length();
        double advance = (word.right() - word.left()) / length;
        double top = line.baseline() - ASCENT * line.size();
        double bottom = line.baseline() + DESCENT * line.size();
        List<Box> glyphs = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            double left = word.left() + i * advance;
            glyphs.add(new Box(left * scale, top * scale, (left + advance) * scale, bottom * scale));
        }
        return new TextLine(word.text(), glyphs, size(line) * scale);
    }

    private double size(Line line) {
        double steps = Math.floor(Math.log(line.size() / usualSize) / Math.log(SIZE_STEP));
        return usualSize * Math.pow(SIZE_STEP, Math.max(0, steps));
    }

    private static <T> double median(List<T> values, ToDoubleFunction<T> value) {
        double[] sorted = values.stream().mapToDouble(value).sorted().toArray();
        return sorted[sorted.length / 2];
    }
}
