/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.poi.sl.usermodel.Placeholder;
import org.apache.poi.sl.usermodel.Shape;
import org.apache.poi.sl.usermodel.ShapeContainer;
import org.apache.poi.sl.usermodel.SimpleShape;
import org.apache.poi.sl.usermodel.Slide;
import org.apache.poi.sl.usermodel.SlideShow;
import org.apache.poi.sl.usermodel.SlideShowFactory;
import org.apache.poi.sl.usermodel.TableCell;
import org.apache.poi.sl.usermodel.TableShape;
import org.apache.poi.sl.usermodel.TextShape;

/** Reads PPTX and PPT. Each slide begins a page, and its title is a heading. */
final class SlidesReader implements DocumentReader {

    @Override
    public Document read(Path file, DocumentType type, ReadOptions options) throws IOException {
        SyntheticLayout layout = new SyntheticLayout(options.pages());
        try (SlideShow<?, ?> show =
                SlideShowFactory.create(file.toFile(), options.password().orElse(null), true)) {
            for (Slide<?, ?> slide : show.getSlides()) {
                readShapes(slide, layout);
                layout.endPage();
            }
        }
        return layout.finish(type);
    }

    private static void readShapes(ShapeContainer<?, ?> container, SyntheticLayout layout) {
        for (Shape<?, ?> shape : container.getShapes()) {
            if (shape instanceof TableShape<?, ?> table) {
                layout.table(rows(table));
            } else if (shape instanceof TextShape<?, ?> text) {
                readText(text, layout);
            } else if (shape instanceof ShapeContainer<?, ?> group) {
                readShapes(group, layout);
            }
        }
    }

    private static void readText(TextShape<?, ?> shape, SyntheticLayout layout) {
        Placeholder placeholder = ((SimpleShape<?, ?>) shape).getPlaceholder();
        boolean title = placeholder == Placeholder.TITLE || placeholder == Placeholder.CENTERED_TITLE;
        for (String line : shape.getText().split("[\\n\\r\\u000B]")) {
            if (!line.isBlank() && title) {
                layout.heading(1, line);
            } else if (!line.isBlank()) {
                layout.paragraph(line);
            }
        }
    }

    private static List<List<String>> rows(TableShape<?, ?> table) {
        List<List<String>> rows = new ArrayList<>();
        for (int r = 0; r < table.getNumberOfRows(); r++) {
            List<String> cells = new ArrayList<>();
            for (int c = 0; c < table.getNumberOfColumns(); c++) {
                TableCell<?, ?> cell = table.getCell(r, c);
                cells.add(
                        cell == null
                                ? ""
                                : cell.getText().replaceAll("\\s+", " ").strip());
            }
            rows.add(cells);
        }
        return rows;
    }
}
