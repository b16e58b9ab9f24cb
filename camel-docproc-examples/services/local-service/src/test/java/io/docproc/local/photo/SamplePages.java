/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.photo;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Draws the documents of the sample photos with invented content in logical fonts. */
final class SamplePages {
    private static final Color INK = new Color(34, 34, 38);
    private static final Color FAINT = new Color(120, 120, 126);
    private static final List<String> GOODS = List.of(
            "Desk lamp, adjustable",
            "Copy paper A4, 500 sheets",
            "Whiteboard markers, set of 4",
            "Filing cabinet, two drawers",
            "Extension cable, 3 m",
            "Office chair, grey",
            "Ring binder, wide spine",
            "Waste paper basket",
            "Table calculator",
            "Envelopes, box of 100");
    private static final String LETTER =
            """
            Dear Sir or Madam,

            thank you for your enquiry about the delivery of office furniture to our
            branch in Sampletown. We are pleased to confirm that all of the goods named
            in your list are in stock and can be shipped within five working days after
            the order has been placed.

            Please note that the carrier needs access to the loading bay on the northern
            side of the building. The driver will telephone about half an hour before he
            arrives, so kindly leave the number of somebody who is present on that day.

            Assembly is included in the price. Should any part be damaged or missing,
            simply keep the packaging, take a photograph and write to us; we will send a
            replacement free of charge. Payment is due thirty days after delivery.

            We look forward to hearing from you and remain at your disposal for any
            further question.

            Yours faithfully,
            """;

    private final Random random;
    private double total;

    SamplePages(long seed) {
        random = new Random(seed);
    }

    /** Returns an A4 invoice at 150 dpi with a table of items and a total. */
    BufferedImage invoice() {
        BufferedImage page = blank(1240, 1754);
        Graphics2D pen = pen(page);
        letterhead(pen, "Example Trading");
        write(
                pen,
                Font.SANS_SERIF,
                Font.PLAIN,
                26,
                110,
                400,
                "Sample Customer Ltd.",
                "27 Placeholder Road",
                "Sampletown");
        write(pen, Font.SANS_SERIF, Font.BOLD, 44, 110, 600, "Invoice");
        write(
                pen,
                Font.SANS_SERIF,
                Font.PLAIN,
                24,
                780,
                400,
                "Invoice number: " + (20250000 + random.nextInt(9999)),
                "Date: 2025-0" + (1 + random.nextInt(9)) + "-1" + random.nextInt(9),
                "Payable within 30 days");
        itemTable(pen, 680, 6 + random.nextInt(3));
        write(
                pen,
                Font.SANS_SERIF,
                Font.PLAIN,
                22,
                110,
                1560,
                "Please quote the invoice number with your payment.",
                "Goods remain our property until they have been paid in full.");
        pen.dispose();
        return page;
    }

    /** Returns an A4 letter at 150 dpi with running text. */
    BufferedImage letter() {
        BufferedImage page = blank(1240, 1754);
        Graphics2D pen = pen(page);
        letterhead(pen, "Placeholder Furniture");
        write(pen, Font.SERIF, Font.BOLD, 32, 110, 480, "Confirmation of your enquiry");
        write(pen, Font.SERIF, Font.PLAIN, 26, 110, 570, LETTER.split("\n"));
        write(pen, Font.SERIF, Font.ITALIC, 26, 110, 1400, "The sales department", "Placeholder Furniture");
        pen.dispose();
        return page;
    }

    private void letterhead(Graphics2D pen, String company) {
        pen.setColor(new Color(40, 80, 130));
        pen.fillRect(110, 110, 90, 90);
        write(pen, Font.SANS_SERIF, Font.BOLD, 54, 230, 175, company);
        pen.setColor(FAINT);
        pen.drawLine(110, 250, 1130, 250);
        write(pen, Font.SANS_SERIF, Font.PLAIN, 20, 110, 285, company + ", 4 Example Square, Sampletown");
        pen.setColor(INK);
    }

    private void itemTable(Graphics2D pen, int top, int rows) {
        pen.setColor(new Color(222, 228, 236));
        pen.fillRect(110, top, 1020, 52);
        pen.setColor(INK);
        write(pen, Font.SANS_SERIF, Font.BOLD, 24, 124, top + 36, "Description");
        right(pen, 820, top + 36, "Quantity");
        right(pen, 970, top + 36, "Price");
        right(pen, 1116, top + 36, "Amount");
        total = 0;
        int y = top + 52;
        for (int i = 0; i < rows; i++, y += 52) {
            int quantity = 1 + random.nextInt(12);
            double price = 2 + random.nextInt(18000) / 100.0;
            total += quantity * price;
            write(pen, Font.SANS_SERIF, Font.PLAIN, 24, 124, y + 36, GOODS.get((i * 3 + quantity) % GOODS.size()));
            right(pen, 820, y + 36, String.valueOf(quantity));
            right(pen, 970, y + 36, amount(price));
            right(pen, 1116, y + 36, amount(quantity * price));
            pen.setColor(FAINT);
            pen.drawLine(110, y + 52, 1130, y + 52);
            pen.setColor(INK);
        }
        pen.drawRect(110, top, 1020, y - top);
        write(pen, Font.SANS_SERIF, Font.BOLD, 30, 780, y + 70, "Total");
        right(pen, 1116, y + 70, amount(total));
    }

    private static BufferedImage blank(int width, int height) {
        BufferedImage page = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        Graphics2D pen = page.createGraphics();
        pen.setColor(new Color(250, 249, 246));
        pen.fillRect(0, 0, width, height);
        pen.dispose();
        return page;
    }

    private static Graphics2D pen(BufferedImage page) {
        Graphics2D pen = page.createGraphics();
        pen.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        pen.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        pen.setStroke(new BasicStroke(2));
        pen.setColor(INK);
        return pen;
    }

    private static void write(Graphics2D pen, String font, int style, int size, int x, int y, String... lines) {
        pen.setFont(new Font(font, style, size));
        int baseline = y;
        for (String line : lines) {
            pen.drawString(line, x, baseline);
            baseline += size * 3 / 2;
        }
    }

    private static void right(Graphics2D pen, int rightEdge, int y, String text) {
        pen.drawString(text, rightEdge - pen.getFontMetrics().stringWidth(text), y);
    }

    private static String amount(double value) {
        return String.format(Locale.ROOT, "%,.2f", value);
    }
}
