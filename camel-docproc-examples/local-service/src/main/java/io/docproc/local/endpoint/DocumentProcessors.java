/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.endpoint;

import io.docproc.local.ServiceException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;

/** Processors of documents, called by the HTTP endpoints. */
public record DocumentProcessors(
        CropEndpoint.Cropper cropper, ExtractEndpoint.Extractor extractor, ParseEndpoint.Parser parser) {
    private static final int INTERNAL_ERROR = 500;

    /**
     * The same work on so many documents at a time; other calls wait their turn. A large image takes a few hundred
     * megabytes while it is worked on, so it is this number that bounds the memory, not that of the connections.
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
            throw new ServiceException(INTERNAL_ERROR, "the service is stopping");
        }
        try {
            return work.get();
        } finally {
            permits.release();
        }
    }
}
