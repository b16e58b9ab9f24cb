/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.vectors;

import static dev.langchain4j.store.embedding.filter.MetadataFilterBuilder.metadataKey;

import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.document.splitter.DocumentSplitters;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.EmbeddingStoreIngestor;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import io.docproc.camel.model.PageMarkdown;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.ExchangeProperty;

/** Vector store of passages, each with its document and page, in a file. Its methods are steps of the routes. Thread-safe. */
public final class PassageStore {
    private static final String DOCUMENT = "document";
    private static final String PAGE = "page";
    private static final int MAX_CHARACTERS = 300;

    private final EmbeddingModel model = new AllMiniLmL6V2QuantizedEmbeddingModel();
    private InMemoryEmbeddingStore<TextSegment> store = new InMemoryEmbeddingStore<>();
    private Path file;

    /** Loads the passages of a file, if it exists. */
    public synchronized void setFile(String name) {
        file = Path.of(name);
        if (Files.exists(file)) {
            store = InMemoryEmbeddingStore.fromFile(file);
        }
    }

    /** Removes the passages of a document. */
    public synchronized void remove(String document) {
        store.removeAll(metadataKey(DOCUMENT).isEqualTo(document));
    }

    /** Adds the passages of a page. */
    public synchronized void add(@ExchangeProperty(DOCUMENT) String document, @Body PageMarkdown page) {
        if (!page.markdown().isBlank()) {
            EmbeddingStoreIngestor.builder()
                    .documentSplitter(DocumentSplitters.recursive(MAX_CHARACTERS, 0))
                    .embeddingModel(model)
                    .embeddingStore(store)
                    .build()
                    .ingest(Document.from(
                            page.markdown(), Metadata.from(Map.of(DOCUMENT, document, PAGE, page.pageNumber()))));
        }
    }

    /** Writes the passages to the file. */
    public synchronized void save() {
        store.serializeToFile(file);
    }

    /** Returns the most similar passage, and the document and page that it cites. */
    public synchronized String answer(@Body String question) {
        EmbeddingSearchRequest request = EmbeddingSearchRequest.builder()
                .queryEmbedding(model.embed(question).content())
                .maxResults(1)
                .build();
        return store.search(request).matches().stream()
                .map(match -> match.embedded())
                .map(passage -> passage.text() + " [" + passage.metadata().getString(DOCUMENT) + ", page "
                        + passage.metadata().getInteger(PAGE) + "]")
                .findFirst()
                .orElse("There are no passages.");
    }
}
