/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import dev.langchain4j.data.document.Document;
import dev.langchain4j.data.document.Metadata;
import dev.langchain4j.data.segment.TextSegment;
import io.docproc.camel.model.PageMarkdown;
import io.docproc.camel.model.TextChunk;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.spi.TypeConverterRegistry;
import org.apache.camel.support.SimpleTypeConverter;

/**
 * Type converters from chunks and pages to LangChain4j, with the metadata of a {@link TextChunk} and the file name of the
 * message as {@code file_name}. A blank text is converted to null, because LangChain4j refuses it.
 */
final class LangChain4jConverters {
    private LangChain4jConverters() {}

    static void addTo(CamelContext context) {
        TypeConverterRegistry registry = context.getTypeConverterRegistry();
        add(registry, TextSegment.class, TextSegment::from);
        add(registry, Document.class, Document::from);
    }

    private static <T> void add(
            TypeConverterRegistry registry, Class<T> type, BiFunction<String, Metadata, T> factory) {
        add(registry, type, factory, TextChunk.class, chunk -> chunk);
        add(
                registry,
                type,
                factory,
                PageMarkdown.class,
                page -> new TextChunk(page.markdown(), page.pageNumber(), List.of()));
    }

    private static <T, S> void add(
            TypeConverterRegistry registry,
            Class<T> type,
            BiFunction<String, Metadata, T> factory,
            Class<S> source,
            Function<S, TextChunk> chunks) {
        registry.addTypeConverter(type, source, new SimpleTypeConverter(true, (to, exchange, value) -> {
            TextChunk chunk = chunks.apply(source.cast(value));
            return chunk.text().isBlank() ? null : factory.apply(chunk.text(), metadata(chunk, exchange));
        }));
    }

    private static Metadata metadata(TextChunk chunk, Exchange exchange) {
        Metadata metadata = Metadata.from(chunk.metadata());
        String name = exchange == null ? null : exchange.getMessage().getHeader(Exchange.FILE_NAME, String.class);
        return name == null ? metadata : metadata.put(Document.FILE_NAME, name);
    }
}
