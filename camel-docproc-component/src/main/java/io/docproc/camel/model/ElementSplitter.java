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
import java.util.stream.Stream;
import org.apache.camel.Message;

/**
 * Splits the elements of a parsed document ({@code output=elements}) into chunks for search. A chunk has text of one page
 * and one section, so its page and headings are those of all of its text. Paragraphs, then sentences, then words stay
 * whole if they fit. A table is divided between rows, and each of its parts begins with its first row. Use it as the
 * method of a streaming split: the elements of one section of a page are in memory. Thread-safe.
 */
public final class ElementSplitter {
    private static final Pattern HTML_TABLE = Pattern.compile("(?is)(<table\\b[^>]*>).*</table>");
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
     * @param elements maps, or messages whose bodies are maps
     * @throws IllegalArgumentException from the iterator, if an element is of another type
     */
    public Iterator<TextChunk> split(Iterable<?> elements) {
        return new Chunks(elements);
    }

    private final class Chunks implements Iterator<TextChunk>, Closeable {
        private final Iterable<?> source;
        private final Iterator<?> elements;
        private final NavigableMap<Integer, String> headings = new TreeMap<>();
        private final Deque<TextChunk> chunks = new ArrayDeque<>();
        private final List<String> section = new ArrayList<>();
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
                endSection();
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

        /** Adds an element. Headings without text between them belong to the section of the last one. */
        private void add(DocumentPart element) {
            String text = element.markdown();
            if (text.isEmpty()) {
                return;
            }
            int number = element.pageNumber() < 0 ? page : element.pageNumber();
            int level = element.headingLevel();
            if (number != page || level > 0 && hasText) {
                endSection();
            }
            page = number;
            if (level > 0) {
                headings.tailMap(level, true).clear();
                headings.put(level, text.replaceFirst("^#+\\s*", "").replaceAll("\\s+", " "));
            }
            hasText |= level == 0;
            section.add(text);
        }

        private void endSection() {
            Texts texts = new Texts();
            section.forEach(texts::add);
            texts.end().forEach(text -> chunks.add(new TextChunk(text, page, List.copyOf(headings.values()))));
            section.clear();
            hasText = false;
        }

        @Override
        public void close() throws IOException {
            if (source instanceof Closeable closeable) {
                closeable.close();
            }
        }
    }

    private static DocumentPart element(Object item) {
        Object body = item instanceof Message message ? message.getBody() : item;
        if (body instanceof DocumentPart element) {
            return element;
        }
        DocumentPart element = new DocumentPart();
        if (body instanceof Map<?, ?> map) {
            map.forEach((name, value) -> element.put(String.valueOf(name), value));
        } else if (!(item instanceof Message) || body instanceof ServiceResource) {
            throw new IllegalArgumentException("an element is " + (body == null ? "null" : body.getClass())
                    + "; allowed are the parts of a parsed document; set output=elements");
        }
        return element;
    }

    /** Joins the elements of a section to texts of the maximum length. */
    private final class Texts {
        private final List<String> complete = new ArrayList<>();
        private final StringBuilder current = new StringBuilder();
        /** Where the sentences begin that the next text may repeat: after the last table. */
        private int sentencesFrom;

        void add(String element) {
            Matcher html = HTML_TABLE.matcher(element);
            List<String> lines = element.lines().toList();
            if (html.matches()) {
                List<String> rows = HTML_ROW.matcher(element)
                        .results()
                        .map(MatchResult::group)
                        .toList();
                addTable(element, html.group(1), rowGroups(rows), "</table>");
            } else if (isMarkdownTable(lines)) {
                List<List<String>> rows = new ArrayList<>();
                rows.add(List.of(lines.get(0) + "\n" + lines.get(1)));
                lines.stream().skip(2).forEach(row -> rows.add(List.of("\n" + row)));
                addTable(element, "", rows, "");
            } else {
                addText(element);
            }
        }

        private void addTable(String table, String begin, List<List<String>> groups, String end) {
            if (table.length() <= maxCharacters || groups.isEmpty()) {
                addWhole(table);
                return;
            }
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
            StringBuilder part = new StringBuilder();
            for (String row : rows) {
                if (part.length() > 0 && part.length() + row.length() > room) {
                    addWhole(head + part + end);
                    part.setLength(0);
                }
                if (row.length() > room) {
                    addText(MARKUP.matcher(row).replaceAll(" ").strip());
                } else {
                    part.append(row);
                }
            }
            if (part.length() > 0) {
                addWhole(head + part + end);
            }
        }

        private void addWhole(String table) {
            if (table.length() > maxCharacters) {
                addText(table);
                return;
            }
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
                complete.add(text);
            }
            current.setLength(0);
            sentencesFrom = 0;
        }

        List<String> end() {
            flush();
            return complete;
        }
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
