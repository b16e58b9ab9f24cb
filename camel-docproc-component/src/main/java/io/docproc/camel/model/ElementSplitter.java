/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import java.io.Closeable;
import java.io.IOException;
import java.text.BreakIterator;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NoSuchElementException;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Splits the elements of a parsed document ({@code output=elements}) into chunks for search. A chunk has text of one page
 * and one section, so its page and headings are those of all of its text. Paragraphs, then sentences, then words stay
 * whole if they fit. A table is divided between rows, and each of its parts begins with its caption and first row. Use it
 * as the method of a streaming split: a chunk and an element are in memory. Thread-safe.
 */
public final class ElementSplitter {
    private static final Pattern HTML_TABLE = Pattern.compile("(?is)(<table\\b[^>]*>).*</table>");
    private static final Pattern CAPTION = Pattern.compile("(?is)<caption\\b.*?</caption>");
    private static final Pattern HTML_ROW = Pattern.compile("(?is)<tr\\b.*?</tr>");
    private static final Pattern ROW_SPAN = Pattern.compile("(?i)\\browspan\\s*=\\s*[\"']?(\\d{1,4})");
    private static final Pattern MARKDOWN_RULE = Pattern.compile("\\|[\\s:|-]+");
    private static final Pattern MARKUP = Pattern.compile("<[^>]*>|\\|");
    private static final String PARAGRAPH = "\n\n";

    private final int maxCharacters;
    private final int overlap;

    /**
     * Creates a splitter.
     *
     * @param maxCharacters the maximum length of a chunk, at least 1
     * @param overlap the maximum length of the sentences with which a chunk repeats the end of the chunk before, in the
     *     same section and page; 0 for none, less than {@code maxCharacters}
     * @throws IllegalArgumentException if a value is out of its range
     */
    public ElementSplitter(int maxCharacters, int overlap) {
        if (maxCharacters < 1 || overlap < 0 || overlap >= maxCharacters) {
            throw new IllegalArgumentException("maxCharacters is " + maxCharacters + " and overlap is " + overlap
                    + "; maxCharacters must be at least 1, and overlap from 0 to less than maxCharacters");
        }
        this.maxCharacters = maxCharacters;
        this.overlap = overlap;
    }

    /**
     * Returns the chunks of elements in reading order. Closing the iterator closes the elements.
     *
     * @param elements the maps of the elements; values of other types have no text
     * @throws IllegalArgumentException from the iterator, if an element is a page of {@code output=pageMarkdown}
     */
    public Iterator<TextChunk> split(Iterable<?> elements) {
        return new Chunks(elements);
    }

    /** Chunks of the elements. Only the next chunk and one element are in memory. */
    private final class Chunks implements Iterator<TextChunk>, Closeable {
        private final Iterable<?> source;
        private final Iterator<?> elements;
        private final NavigableMap<Integer, String> headings = new TreeMap<>();
        private final Deque<TextChunk> chunks = new ArrayDeque<>();
        private final StringBuilder current = new StringBuilder();
        /** Where the sentences begin that the next chunk may repeat: after the last table. */
        private int sentencesFrom;

        private boolean hasText;
        private int page;

        Chunks(Iterable<?> source) {
            this.source = source;
            this.elements = source.iterator();
        }

        @Override
        public boolean hasNext() {
            while (chunks.isEmpty() && elements.hasNext()) {
                add(element(elements.next()));
            }
            if (chunks.isEmpty()) {
                flush();
            }
            return !chunks.isEmpty();
        }

        @Override
        public TextChunk next() {
            if (!hasNext()) {
                throw new NoSuchElementException("all chunks have been read");
            }
            return chunks.remove();
        }

        @Override
        public void close() throws IOException {
            if (source instanceof Closeable closeable) {
                closeable.close();
            }
        }

        /** Adds an element. Headings without text between them belong to the section of the last one. */
        private void add(DocumentPart element) {
            String text = element.markdown();
            if (text.isEmpty()) {
                return;
            }
            int number = element.pageNumber() < 0 ? page : element.pageNumber();
            int level = element.headingLevel();
            if (number != page || level > 0 && hasText) {
                flush();
                hasText = false;
            }
            page = number;
            if (level > 0) {
                headings.tailMap(level, true).clear();
                headings.put(level, text.replaceFirst("^#+\\s*", "").replaceAll("\\s+", " "));
            }
            hasText |= level == 0;
            add(text);
        }

        private void add(String text) {
            Matcher html = HTML_TABLE.matcher(text);
            List<String> lines = text.lines().toList();
            if (text.length() <= maxCharacters && (html.matches() || isMarkdownTable(lines))) {
                addWhole(text);
            } else if (html.matches()) {
                addHtmlTable(html.group(1), text);
            } else if (isMarkdownTable(lines)) {
                List<List<String>> rows = new ArrayList<>();
                rows.add(List.of(lines.get(0) + "\n" + lines.get(1)));
                lines.stream().skip(2).forEach(row -> rows.add(List.of("\n" + row)));
                addRows("", rows, "");
            } else {
                addText(text);
            }
        }

        /** Adds the parts of a table, each with the caption of the table, or with its caption as text before them. */
        private void addHtmlTable(String tag, String table) {
            String caption =
                    CAPTION.matcher(table).results().map(MatchResult::group).collect(Collectors.joining());
            boolean isRepeated = tag.length() + caption.length() <= maxCharacters / 2;
            if (!isRepeated) {
                addText(withoutMarkup(caption));
            }
            List<String> rows =
                    HTML_ROW.matcher(table).results().map(MatchResult::group).toList();
            if (rows.isEmpty()) {
                addText(table);
            } else {
                addRows(isRepeated ? tag + caption : tag, rowGroups(rows), "</table>");
            }
        }

        private void addRows(String begin, List<List<String>> groups, String end) {
            String first = begin + String.join("", groups.get(0));
            boolean isRepeated = first.length() <= maxCharacters / 2;
            String head = isRepeated ? first : begin;
            int room = maxCharacters - head.length() - end.length();
            List<String> rows = groups.stream()
                    .skip(isRepeated ? 1 : 0)
                    .flatMap(group -> String.join("", group).length() <= room
                            ? Stream.of(String.join("", group))
                            : group.stream())
                    .toList();
            boolean isHeadAdded = withoutMarkup(head).isEmpty();
            StringBuilder part = new StringBuilder();
            for (String row : rows) {
                boolean fits = row.length() <= room;
                if (part.length() > 0 ? part.length() + row.length() > room : !fits && !isHeadAdded) {
                    addWhole(head + part + end);
                    isHeadAdded = true;
                    part.setLength(0);
                }
                if (fits) {
                    part.append(row);
                } else {
                    addText(withoutMarkup(row));
                }
            }
            if (part.length() > 0 || !isHeadAdded) {
                addWhole(head + part + end);
            }
        }

        private void addWhole(String table) {
            append(PARAGRAPH, table);
            sentencesFrom = current.length();
        }

        private void addText(String text) {
            String separator = PARAGRAPH;
            for (String unit : units(text)) {
                append(separator, unit);
                separator = "";
            }
        }

        private void append(String separator, String unit) {
            if (current.length() > 0 && current.length() + separator.length() + unit.length() > maxCharacters) {
                String repeated = lastSentences(maxCharacters - separator.length() - unit.length());
                flush();
                current.append(repeated);
            }
            current.append(current.length() > 0 ? separator : "").append(unit);
        }

        private String lastSentences(int room) {
            String repeated = "";
            List<String> sentences = sentences(current.substring(sentencesFrom));
            for (int i = sentences.size() - 1; i >= 0; i--) {
                String longer = sentences.get(i) + repeated;
                if (longer.length() > Math.min(overlap, room)) {
                    break;
                }
                repeated = longer;
            }
            return repeated.stripLeading();
        }

        private void flush() {
            String text = current.toString().strip();
            if (!text.isEmpty()) {
                chunks.add(new TextChunk(text, page, List.copyOf(headings.values())));
            }
            current.setLength(0);
            sentencesFrom = 0;
        }
    }

    private static DocumentPart element(Object item) {
        if (item instanceof DocumentPart element) {
            return element;
        }
        if (item instanceof ServiceResource) {
            throw new IllegalArgumentException("an element is " + item.getClass()
                    + "; allowed are the parts of a parsed document; set output=elements");
        }
        DocumentPart element = new DocumentPart();
        if (item instanceof Map<?, ?> map) {
            map.forEach((name, value) -> element.put(String.valueOf(name), value));
        }
        return element;
    }

    private static String withoutMarkup(String text) {
        return MARKUP.matcher(text).replaceAll(" ").strip();
    }

    private static boolean isMarkdownTable(List<String> lines) {
        return lines.size() > 2
                && MARKDOWN_RULE.matcher(lines.get(1)).matches()
                && lines.stream().allMatch(line -> line.startsWith("|"));
    }

    /** Returns the rows of a table, those together that a cell spans. */
    private static List<List<String>> rowGroups(List<String> rows) {
        List<List<String>> groups = new ArrayList<>();
        int until = 0;
        for (int i = 0; i < rows.size(); i++) {
            if (i >= until) {
                groups.add(new ArrayList<>());
            }
            groups.get(groups.size() - 1).add(rows.get(i));
            int span = ROW_SPAN.matcher(rows.get(i))
                    .results()
                    .mapToInt(result -> Integer.parseInt(result.group(1)))
                    .max()
                    .orElse(1);
            until = Math.max(until, i + span);
        }
        return groups;
    }

    /** Returns the largest parts of a text that fit: the text, its sentences, words or characters. */
    private List<String> units(String text) {
        return fitting(Stream.of(text), ElementSplitter::sentences)
                .flatMap(sentence -> fitting(Stream.of(sentence), ElementSplitter::words))
                .flatMap(word -> fitting(Stream.of(word), ElementSplitter::characters))
                .toList();
    }

    private Stream<String> fitting(Stream<String> texts, Function<String, List<String>> parts) {
        return texts.flatMap(text -> text.length() <= maxCharacters ? Stream.of(text) : parts.apply(text).stream());
    }

    private static List<String> sentences(String text) {
        return Stream.of(text.split("(?<=\\n)"))
                .flatMap(line -> parts(line, BreakIterator.getSentenceInstance(Locale.ROOT)).stream())
                .toList();
    }

    private static List<String> words(String text) {
        return parts(text, BreakIterator.getLineInstance(Locale.ROOT));
    }

    private static List<String> characters(String text) {
        return parts(text, BreakIterator.getCharacterInstance(Locale.ROOT));
    }

    private static List<String> parts(String text, BreakIterator boundaries) {
        boundaries.setText(text);
        List<String> parts = new ArrayList<>();
        int from = boundaries.first();
        for (int to = boundaries.next(); to != BreakIterator.DONE; to = boundaries.next()) {
            parts.add(text.substring(from, to));
            from = to;
        }
        return parts;
    }
}
