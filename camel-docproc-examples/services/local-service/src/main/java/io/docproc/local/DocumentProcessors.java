/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.crop.CropParameters;
import io.docproc.local.crop.CropResult;
import io.docproc.test.ServiceErrorException;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/**
 * Processors of documents, called for requests that fulfil the contract of the service.
 *
 * @param cropper crops images
 * @param extractor extracts fields
 * @param parser parses documents
 */
public record DocumentProcessors(Cropper cropper, Extractor extractor, Parser parser) {
    private static final int INTERNAL_ERROR = 500;

    /** Crops images. */
    @FunctionalInterface
    public interface Cropper {
        /** Returns the document in an image. */
        CropResult crop(Path file, CropParameters parameters);
    }

    /** Extracts fields. */
    @FunctionalInterface
    public interface Extractor {
        /** Returns the {@code result} of the response. */
        ObjectNode extract(
                Path file, String fileName, ObjectNode schema, ObjectNode parseOptions, ObjectNode extractOptions);
    }

    /** Parses documents. */
    @FunctionalInterface
    public interface Parser {
        /** Returns the {@code data} of the response. */
        ObjectNode parse(Path file, String fileName, ObjectNode config);
    }

    /**
     * Returns the same processors with a maximum of concurrent documents; other calls wait for a permit. Processing a
     * large image requires several hundred megabytes, so that this number limits the memory.
     */
    public DocumentProcessors atMost(int documents) {
        Semaphore permits = new Semaphore(documents, true);
        return new DocumentProcessors(
                (file, parameters) -> within(permits, () -> cropper.crop(file, parameters)),
                (file, name, schema, parse, extract) ->
                        within(permits, () -> extractor.extract(file, name, schema, parse, extract)),
                (file, name, config) -> within(permits, () -> parser.parse(file, name, config)));
    }

    private static <T> T within(Semaphore permits, Supplier<T> work) {
        try {
            permits.acquire();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ServiceErrorException(INTERNAL_ERROR, "the service is stopping");
        }
        try {
            return work.get();
        } finally {
            permits.release();
        }
    }
}
