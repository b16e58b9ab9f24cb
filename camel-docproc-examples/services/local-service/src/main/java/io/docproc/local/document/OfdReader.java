/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;

/**
 * Reads the text of OFD pages. The {@code Boundary} of a text object (in millimetres) is the position of a line. Its
 * width is divided evenly among the characters, because fonts are not read. Templates, annotations and signatures are
 * ignored.
 */
final class OfdReader implements DocumentReader {
    private static final double POINTS_PER_MM = 72 / 25.4;
    private static final int MAX_PART_BYTES = 20_000_000;
    private static final Pattern CONTENT = Pattern.compile("(.*/)?Pages/Page_(\\d+)/Content\\.xml");

    private record PagePart(int number, ZipEntry entry) {}

    @Override
    public Document read(Path file, DocumentType type, ReadOptions options) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            List<PagePart> parts = zip.stream()
                    .flatMap(entry -> pagePart(entry).stream())
                    .sorted(Comparator.comparingInt(PagePart::number))
                    .toList();
            if (parts.isEmpty()) {
                throw new IOException("the OFD file contains no page");
            }
            options.pages().requireWithin(parts.size());
            Optional<Box> defaultBox = defaultPageBox(zip);
            List<Page> pages = new ArrayList<>();
            for (int i = 0; i < parts.size(); i++) {
                if (options.pages().includes(i + 1)) {
                    pages.add(page(i + 1, parse(zip, parts.get(i).entry()), defaultBox));
                }
            }
            return new Document(type, parts.size(), pages);
        }
    }

    private static Optional<PagePart> pagePart(ZipEntry entry) {
        Matcher matcher = CONTENT.matcher(entry.getName());
        return matcher.matches()
                ? Optional.of(new PagePart(Integer.parseInt(matcher.group(2)), entry))
                : Optional.empty();
    }

    private static Optional<Box> defaultPageBox(ZipFile zip) throws IOException {
        Optional<? extends ZipEntry> document = zip.stream()
                .filter(entry -> entry.getName().endsWith("Document.xml"))
                .findFirst();
        return document.isEmpty() ? Optional.empty() : physicalBox(parse(zip, document.get()));
    }

    private static org.jsoup.nodes.Document parse(ZipFile zip, ZipEntry entry) throws IOException {
        try (InputStream in = zip.getInputStream(entry)) {
            byte[] xml = in.readNBytes(MAX_PART_BYTES + 1);
            if (xml.length > MAX_PART_BYTES) {
                throw new IOException(entry.getName() + " is larger than " + MAX_PART_BYTES + " bytes");
            }
            return Jsoup.parse(new String(xml, StandardCharsets.UTF_8), "", Parser.xmlParser());
        }
    }

    private static Page page(int number, org.jsoup.nodes.Document content, Optional<Box> defaultBox) {
        Box area = physicalBox(content)
                .or(() -> defaultBox)
                .orElse(new Box(0, 0, SyntheticLayout.WIDTH, SyntheticLayout.HEIGHT));
        List<TextLine> lines = new ArrayList<>();
        for (Element object : content.select("*|TextObject")) {
            String text =
                    String.join("", object.select("*|TextCode").eachText()).strip();
            Optional<Box> boundary = box(object.attr("Boundary"));
            if (!text.isEmpty() && boundary.isPresent()) {
                lines.add(line(text, boundary.get()));
            }
        }
        return new Page(number, area.width(), area.height(), LengthUnit.POINT, 0, new PageAssembler(lines).blocks());
    }

    private static TextLine line(String text, Box boundary) {
        double advance = boundary.width() / text.length();
        List<Box> glyphs = new ArrayList<>();
        for (int i = 0; i < text.length(); i++) {
            double left = boundary.left() + i * advance;
            glyphs.add(new Box(left, boundary.top(), left + advance, boundary.bottom()));
        }
        return new TextLine(text, glyphs, boundary.height());
    }

    private static Optional<Box> physicalBox(org.jsoup.nodes.Document xml) {
        Element element = xml.selectFirst("*|PhysicalBox");
        return element == null ? Optional.empty() : box(element.text());
    }

    /** Parses {@code x y width height} in millimetres. */
    private static Optional<Box> box(String text) {
        String[] numbers = text.strip().split("\\s+");
        if (numbers.length != 4) {
            return Optional.empty();
        }
        double[] points = Stream.of(numbers)
                .mapToDouble(number -> Double.parseDouble(number) * POINTS_PER_MM)
                .toArray();
        return Optional.of(new Box(points[0], points[1], points[0] + points[2], points[1] + points[3]));
    }
}
