/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.samples;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Writes the sample documents with a text layer, each with a file {@code <name>.fields.json} of its true values under
 * the field names of {@code schemas/invoice.json}. All content is invented. The bytes are reproducible.
 */
public final class DocumentSamples {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;

    private DocumentSamples(Path folder) {
        this.folder = folder;
    }

    private interface Writer {
        SampleFields write(Path file) throws IOException;
    }

    /**
     * Writes all documents.
     *
     * @param args the folder to write to; {@code documents} if none is given
     */
    public static void main(String[] args) throws IOException {
        writeTo(Path.of(args.length > 0 ? args[0] : "documents"));
    }

    /** Writes all documents to a folder, which is created if it does not exist. */
    public static void writeTo(Path folder) throws IOException {
        Files.createDirectories(folder);
        DocumentSamples samples = new DocumentSamples(folder);
        samples.write("invoice-ruled.pdf", InvoiceSamples::ruled);
        samples.write("invoice-two-pages.pdf", InvoiceSamples::twoPages);
        samples.write("supply-contract.pdf", ContractSample::write);
        samples.write("order-list.xlsx", OfficeSamples::orderList);
        samples.write("delivery-note.docx", OfficeSamples::deliveryNote);
    }

    private void write(String name, Writer writer) throws IOException {
        SampleFields fields = writer.write(folder.resolve(name));
        String baseName = name.substring(0, name.lastIndexOf('.'));
        DefaultIndenter lines = new DefaultIndenter("  ", "\n");
        DefaultPrettyPrinter printer =
                new DefaultPrettyPrinter().withObjectIndenter(lines).withArrayIndenter(lines);
        String json = JSON.writer(printer).writeValueAsString(json(fields));
        Files.writeString(folder.resolve(baseName + ".fields.json"), json + "\n");
    }

    private static ObjectNode json(SampleFields fields) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("invoice_number", fields.number())
                .put("invoice_date", fields.date())
                .put("due_date", fields.dueDate())
                .put("seller", fields.seller())
                .put("buyer", fields.buyer())
                .put("currency", fields.currency());
        number(json, "total", fields.total());
        ArrayNode items = json.putArray("items");
        for (SampleFields.Item item : fields.items()) {
            ObjectNode node =
                    items.addObject().put("description", item.description()).put("quantity", item.quantity());
            number(node, "unit_price", item.unitPrice());
            number(node, "amount", item.amount());
        }
        return json;
    }

    private static void number(ObjectNode json, String name, Optional<BigDecimal> value) {
        value.ifPresentOrElse(number -> json.put(name, number), () -> json.putNull(name));
    }
}
