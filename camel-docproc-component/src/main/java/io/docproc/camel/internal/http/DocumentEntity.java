/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.internal.body.ContentSource;
import java.util.List;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;

/**
 * A request body that contains documents. It is repeatable if all documents are, so that the client can authenticate at
 * a proxy and send it again.
 */
final class DocumentEntity extends HttpEntityWrapper {
    private final List<PrefetchedSource> documents;

    DocumentEntity(HttpEntity body, List<PrefetchedSource> documents) {
        super(body);
        this.documents = List.copyOf(documents);
    }

    @Override
    public boolean isRepeatable() {
        return documents.stream().map(PrefetchedSource::source).allMatch(ContentSource::repeatable);
    }

    /** Reads the first bytes of the documents. */
    void prefetch() {
        documents.forEach(PrefetchedSource::prefetch);
    }

    /** Closes the documents that were prefetched but not sent. */
    void discard() {
        documents.forEach(PrefetchedSource::discard);
    }
}
