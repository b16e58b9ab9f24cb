/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.samples;

import io.docproc.examples.samples.SampleFields.Item;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** Writes two invoices as PDF: one with a ruled table, one of two pages with labels above their values. */
final class InvoiceSamples {
    private static final BigDecimal VAT = new BigDecimal("0.20");

    private InvoiceSamples() {}

    static SampleFields ruled(Path file) throws IOException {
        List<Item> items = List.of(
                Item.of("Desk lamp, adjustable, with a spare bulb", 12, "34.50"),
                Item.of("Filing cabinet, three drawers", 4, "189.00"),
                Item.of("Paper A4, box of five reams", 40, "21.75"),
                Item.of("Assembly on site", 1, "250.00"));
        BigDecimal net = SampleFields.sum(items);
        BigDecimal vat = net.multiply(VAT).setScale(2);
        try (PdfCanvas pdf = new PdfCanvas()) {
            pdf.bold(50, 70, 22, "INVOICE");
            pdf.bold(50, 105, 10, "Seller:");
            party(pdf, 105, "Example Trading Ltd", "14 Harbour Row", "Northport NP1 4EX");
            pdf.bold(50, 165, 10, "Bill to:");
            party(pdf, 165, "Sample Furnishings BV", "Lindenlaan 7", "1000 XA Voorbeeld");
            pair(pdf, 105, "Invoice No.:", "EX-2026-0417");
            pair(pdf, 121, "Invoice date:", "12 March 2026");
            pair(pdf, 137, "Due date:", "11 April 2026");
            pair(pdf, 153, "Currency:", "EUR");
            double bottom = ruledTable(pdf, 230, items);
            sum(pdf, bottom + 24, "Subtotal", net);
            sum(pdf, bottom + 40, "VAT 20 %", vat);
            sum(pdf, bottom + 60, "Total", net.add(vat));
            pdf.text(
                    50,
                    780,
                    9,
                    "Please state the invoice number with your payment. Goods stay ours until paid in full.");
            pdf.save(file);
        }
        return new SampleFields(
                "EX-2026-0417",
                "2026-03-12",
                "2026-04-11",
                "Example Trading Ltd",
                "Sample Furnishings BV",
                "EUR",
                Optional.of(net.add(vat)),
                items);
    }

    private static void party(PdfCanvas pdf, double y, String... lines) throws IOException {
        for (int i = 0; i < lines.length; i++) {
            pdf.text(110, y + i * 14, 10, lines[i]);
        }
    }

    private static void pair(PdfCanvas pdf, double y, String label, String value) throws IOException {
        pdf.bold(360, y, 10, label);
        pdf.text(450, y, 10, value);
    }

    private static void sum(PdfCanvas pdf, double y, String label, BigDecimal amount) throws IOException {
        pdf.bold(400, y, 10, label);
        pdf.textTo(540, y, 10, money(amount));
    }

    private static double ruledTable(PdfCanvas pdf, double top, List<Item> items) throws IOException {
        double[] borders = {50, 300, 370, 460, 545};
        double y = top;
        pdf.line(50, y, 545, y);
        for (int row = -1; row < items.size(); row++) {
            double next = y + (row == 0 ? 34 : 22);
            if (row < 0) {
                ruledHeader(pdf, y + 15);
            } else {
                ruledRow(pdf, y + 15, items.get(row));
            }
            pdf.line(50, next, 545, next);
            y = next;
        }
        for (double x : borders) {
            pdf.line(x, top, x, y);
        }
        return y;
    }

    private static void ruledHeader(PdfCanvas pdf, double y) throws IOException {
        pdf.bold(56, y, 10, "Description");
        pdf.bold(306, y, 10, "Quantity");
        pdf.bold(376, y, 10, "Unit price");
        pdf.bold(466, y, 10, "Amount");
    }

    private static void ruledRow(PdfCanvas pdf, double y, Item item) throws IOException {
        String[] lines = item.description().split("(?<=adjustable,) ");
        for (int i = 0; i < lines.length; i++) {
            pdf.text(56, y + i * 12, 10, lines[i]);
        }
        pdf.textTo(362, y, 10, String.valueOf(item.quantity()));
        pdf.textTo(452, y, 10, money(item.unitPrice().orElseThrow()));
        pdf.textTo(538, y, 10, money(item.amount().orElseThrow()));
    }

    static SampleFields twoPages(Path file) throws IOException {
        List<Item> items = new ArrayList<>();
        List<String> goods =
                List.of("Cable drum 25 m", "Work gloves, pair", "Safety helmet", "Ladder, 3 m", "Toolbox, steel");
        IntStream.range(0, 42)
                .forEach(i -> items.add(Item.of(
                        goods.get(i % 5) + ", type " + (char) ('A' + i % 7), 2 + i % 9, (5 + 3 * (i % 11)) + ".20")));
        BigDecimal total = SampleFields.sum(items);
        try (PdfCanvas pdf = new PdfCanvas()) {
            pdf.bold(50, 70, 20, "Invoice");
            above(pdf, 50, 100, "Supplier", "Example Trading Ltd");
            above(pdf, 300, 100, "Customer", "Specimen Works Inc.");
            above(pdf, 50, 145, "Invoice number", "2026/77-1183");
            above(pdf, 180, 145, "Issued on", "05/05/2026");
            above(pdf, 300, 145, "Payable by", "04/06/2026");
            above(pdf, 420, 145, "Currency", "USD");
            alignedRows(pdf, 200, items.subList(0, 32));
            pdf.text(500, 810, 8, "Page 1 of 2");
            pdf.newPage();
            double bottom = alignedRows(pdf, 70, items.subList(32, 42));
            pdf.bold(380, bottom + 30, 11, "Grand total");
            pdf.textTo(540, bottom + 30, 11, "$" + money(total));
            pdf.text(500, 810, 8, "Page 2 of 2");
            pdf.save(file);
        }
        return new SampleFields(
                "2026/77-1183",
                "2026-05-05",
                "2026-06-04",
                "Example Trading Ltd",
                "Specimen Works Inc.",
                "USD",
                Optional.of(total),
                items);
    }

    private static void above(PdfCanvas pdf, double x, double y, String label, String value) throws IOException {
        pdf.text(x, y, 8, label);
        pdf.text(x, y + 14, 11, value);
    }

    private static double alignedRows(PdfCanvas pdf, double top, List<Item> items) throws IOException {
        pdf.bold(50, top, 10, "Item");
        pdf.bold(318, top, 10, "Qty");
        pdf.bold(400, top, 10, "Price");
        pdf.bold(492, top, 10, "Line total");
        double y = top;
        for (Item item : items) {
            y += 18;
            pdf.text(50, y, 10, item.description());
            pdf.textTo(336, y, 10, String.valueOf(item.quantity()));
            pdf.textTo(426, y, 10, money(item.unitPrice().orElseThrow()));
            pdf.textTo(540, y, 10, money(item.amount().orElseThrow()));
        }
        return y;
    }

    static String money(BigDecimal amount) {
        return new DecimalFormat("#,##0.00", DecimalFormatSymbols.getInstance(Locale.ROOT)).format(amount);
    }
}
