/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.endpoint;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.http.Call;
import io.docproc.local.http.Downloader;
import io.docproc.local.http.Endpoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** Synchronous parse (interface document, Endpoints 4). */
public final class ParseEndpoint implements Endpoint {
    private static final Set<String> PARTS = Set.of("file", "file_url", "config");

    private final Parser parser;
    private final Downloader downloader;

    /** Does the parsing. */
    @FunctionalInterface
    public interface Parser {
        /**
         * Parses a document.
         *
         * @return the answer's {@code data}
         */
        ObjectNode parse(Path file, String fileName, ObjectNode config);
    }

    public ParseEndpoint(Parser parser, Downloader downloader) {
        this.parser = parser;
        this.downloader = downloader;
    }

    @Override
    public ObjectNode answer(Call call) throws IOException {
        ParseRequest request = ParseRequest.read(call, PARTS, downloader);
        ObjectNode data = parser.parse(request.document(), request.fileName(), request.config());
        return JsonNodeFactory.instance.objectNode().set("data", data);
    }
}
