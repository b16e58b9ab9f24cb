/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Builder of a multipart form of the parse calls. */
final class ParseForm {
    static final String CONTENT_TYPE = "multipart/form-data; boundary=edge";

    private final List<byte[]> pieces = new ArrayList<>();

    ParseForm file(String name, byte[] content) {
        return part("name=\"file\"; filename=\"" + name + "\"", "application/octet-stream", content);
    }

    ParseForm file(String name, String content) {
        return file(name, content.getBytes(StandardCharsets.UTF_8));
    }

    ParseForm config(String json) {
        return part("name=\"config\"", "application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    ParseForm text(String name, String value) {
        return part("name=\"" + name + "\"", "text/plain", value.getBytes(StandardCharsets.UTF_8));
    }

    private ParseForm part(String disposition, String contentType, byte[] content) {
        String head = "--edge\r\nContent-Disposition: form-data; " + disposition + "\r\nContent-Type: " + contentType
                + "\r\n\r\n";
        pieces.add(head.getBytes(StandardCharsets.UTF_8));
        pieces.add(content);
        pieces.add("\r\n".getBytes(StandardCharsets.UTF_8));
        return this;
    }

    BodyPublisher body() {
        List<byte[]> all = new ArrayList<>(pieces);
        all.add("--edge--\r\n".getBytes(StandardCharsets.UTF_8));
        return BodyPublishers.ofByteArrays(all);
    }
}
