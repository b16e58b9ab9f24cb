/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import org.apache.james.mime4j.dom.Entity;
import org.apache.james.mime4j.dom.Message;
import org.apache.james.mime4j.dom.Multipart;
import org.apache.james.mime4j.dom.SingleBody;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.jsoup.Jsoup;

/** Reads the first HTML part of an MHTML file. */
final class MhtmlReader implements DocumentReader {

    @Override
    public Document read(Path file, DocumentType type, ReadOptions options) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            Message message = new DefaultMessageBuilder().parseMessage(in);
            try {
                Entity html = firstHtml(message);
                try (InputStream content = ((SingleBody) html.getBody()).getInputStream()) {
                    return HtmlReader.layout(
                                    Jsoup.parse(content, html.getCharset(), "").body(), options)
                            .finish(type);
                }
            } finally {
                message.dispose();
            }
        }
    }

    private static Entity firstHtml(Message message) throws IOException {
        Deque<Entity> open = new ArrayDeque<>();
        open.add(message);
        while (!open.isEmpty()) {
            Entity entity = open.poll();
            if (entity.getBody() instanceof Multipart multipart) {
                open.addAll(multipart.getBodyParts());
            } else if (entity.getBody() instanceof SingleBody && "text/html".equals(entity.getMimeType())) {
                return entity;
            }
        }
        throw new IOException("the MHTML file contains no text/html part");
    }
}
