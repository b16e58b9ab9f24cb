/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.crop.CropParameters;
import io.docproc.local.crop.CropResult;
import io.docproc.test.ServiceErrorException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Processors that return their arguments, so that tests can check the values received by HTTP. */
final class FakeProcessors {
    /** Document that the processors reject with code 40303. */
    static final byte[] UNSUPPORTED = "unsupported".getBytes(StandardCharsets.UTF_8);

    /** Document for which the processors throw an unexpected exception. */
    static final byte[] CRASHING = "crashing".getBytes(StandardCharsets.UTF_8);

    private FakeProcessors() {}

    static DocumentProcessors echo() {
        return new DocumentProcessors(FakeProcessors::crop, FakeProcessors::extract, FakeProcessors::parse);
    }

    private static CropResult crop(Path file, CropParameters parameters) {
        Optional<byte[]> image = parameters.onlyPosition() ? Optional.empty() : Optional.of(read(file));
        int angle = parameters.correctDirection() ? 90 : -1;
        int width = parameters.sizeAndPosition().map(it -> it.width()).orElse(parameters.jpegQuality());
        return new CropResult(40, 30, width, 20, List.of(1, 2, 30, 2, 30, 20, 1, 20), angle, image);
    }

    private static ObjectNode extract(
            Path file, String fileName, ObjectNode schema, ObjectNode parseOptions, ObjectNode extractOptions) {
        ObjectNode result = JsonNodeFactory.instance.objectNode().put("bytes", read(file).length);
        result.put("file_name", fileName);
        result.set("schema", schema);
        result.set("parse_options", parseOptions);
        result.set("extract_options", extractOptions);
        return result;
    }

    private static ObjectNode parse(Path file, String fileName, ObjectNode config) {
        ObjectNode data = JsonNodeFactory.instance.objectNode().put("file_name", fileName);
        data.put("markdown", new String(read(file), StandardCharsets.UTF_8));
        data.set("config", config);
        return data;
    }

    private static byte[] read(Path file) {
        try {
            byte[] document = Files.readAllBytes(file);
            if (java.util.Arrays.equals(document, UNSUPPORTED)) {
                throw new ServiceErrorException(40303, "unsupported file type: fake");
            }
            if (java.util.Arrays.equals(document, CRASHING)) {
                throw new IllegalStateException("the work broke down");
            }
            return document;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
