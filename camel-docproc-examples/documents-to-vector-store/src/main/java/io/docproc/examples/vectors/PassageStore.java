/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.vectors;

import static dev.langchain4j.store.embedding.filter.MetadataFilterBuilder.metadataKey;

import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.segment.TextSegment;
import dev.langchain4j.model.embedding.EmbeddingModel;
import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import dev.langchain4j.store.embedding.EmbeddingSearchRequest;
import dev.langchain4j.store.embedding.inmemory.InMemoryEmbeddingStore;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.camel.Body;

/** Vector store of passages, each with its document, page and headings, in a file. Its methods are steps of the routes. Thread-safe. */
public final class PassageStore {
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
        store.removeAll(metadataKey(Document.FILE_NAME).isEqualTo(document));
    }

    /** Adds a passage, which Camel converts from a {@link io.docproc.camel.model.TextChunk}. */
    public synchronized void add(@Body TextSegment passage) {
        store.add(model.embed(passage).content(), passage);
    }

    /** Returns the vector of a text as an array of PostgreSQL. */
    public String vector(String text) {
        return model.embed(text)
                .content()
                .vectorAsList()
                .toString()
                .replace('[', '{')
                .replace(']', '}');
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
                .map(passage -> passage.text() + " [" + passage.metadata().getString(Document.FILE_NAME) + ", page "
                        + passage.metadata().getInteger("page_number") + "]")
                .findFirst()
                .orElse("There are no passages.");
    }
}
