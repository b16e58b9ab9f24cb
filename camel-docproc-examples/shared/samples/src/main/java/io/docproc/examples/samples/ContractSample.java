/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.samples;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Writes a contract as PDF with its values in sentences. */
final class ContractSample {
    private static final List<String> PARAGRAPHS = List.of(
            "This contract No. SC-2026-009 is dated 2 February 2026 and is made between Example Trading Ltd (the"
                    + " \"Seller\") and Muster Handel GmbH (the \"Buyer\").",
            "1. The Seller supplies 120 shelving units, model S-40, to the warehouse of the Buyer in Beispielstadt. The"
                    + " goods shall be delivered by 15 April 2026.",
            "2. The total price is EUR 48,000.00 including taxes and freight to the warehouse. It is payable by 31 May"
                    + " 2026 without deduction.",
            "3. Each party may end this contract with a notice of thirty days if the other party does not meet its"
                    + " duties. Changes to this contract are made in writing.");

    private ContractSample() {}

    static SampleFields write(Path file) throws IOException {
        try (PdfCanvas pdf = new PdfCanvas()) {
            pdf.bold(60, 80, 20, "Supply Contract");
            double y = 125;
            for (String paragraph : PARAGRAPHS) {
                y = pdf.paragraph(60, y, 475, 11, paragraph) + 12;
            }
            pdf.line(60, y + 70, 220, y + 70);
            pdf.text(60, y + 84, 9, "For Example Trading Ltd");
            pdf.line(330, y + 70, 490, y + 70);
            pdf.text(330, y + 84, 9, "For Muster Handel GmbH");
            pdf.save(file);
        }
        return new SampleFields(
                "SC-2026-009",
                "2026-02-02",
                "2026-05-31",
                "Example Trading Ltd",
                "Muster Handel GmbH",
                "EUR",
                Optional.of(new BigDecimal("48000.00")),
                List.of());
    }
}
