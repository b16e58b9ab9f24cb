/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.image;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.graphics.PDXObject;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.pdmodel.graphics.image.PDImageXObject;
import org.apache.pdfbox.rendering.ImageType;
import org.apache.pdfbox.rendering.PDFRenderer;

/** Renders pages of a PDF. */
public final class PdfRasterizer {
    private static final int MAX_FORM_DEPTH = 4;

    private PdfRasterizer() {}

    /**
     * Renders a page in its display orientation.
     *
     * @param index index of the page, from 0
     */
    public static BufferedImage render(PDDocument document, int index, float dpi, ImageType type) throws IOException {
        PDFRenderer renderer = new PDFRenderer(document);
        renderer.setSubsamplingAllowed(true);
        return renderer.renderImageWithDPI(index, dpi, type);
    }

    /** Returns the images on a page. A small PDF can contain an image that exceeds the memory when it is rendered. */
    public static List<PDImageXObject> images(PDPage page) throws IOException {
        List<PDImageXObject> images = new ArrayList<>();
        collect(page.getResources(), 0, images);
        return images;
    }

    private static void collect(PDResources resources, int depth, List<PDImageXObject> images) throws IOException {
        if (resources == null || depth > MAX_FORM_DEPTH) {
            return;
        }
        for (COSName name : resources.getXObjectNames()) {
            PDXObject object = resources.getXObject(name);
            if (object instanceof PDImageXObject image) {
                images.add(image);
            } else if (object instanceof PDFormXObject form) {
                collect(form.getResources(), depth + 1, images);
            }
        }
    }
}
