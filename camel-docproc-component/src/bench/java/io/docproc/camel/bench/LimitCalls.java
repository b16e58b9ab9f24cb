/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;

/**
 * Practical limit: plain sockets that stay connected. A request and a response are each read as a whole. A byte search
 * finds the image, and the JDK decodes it. An extraction sends a prepared request.
 */
final class LimitCalls implements Calls {
    private static final byte[] IMAGE = "\"image\":\"".getBytes(StandardCharsets.US_ASCII);

    private final Deque<HttpSocket> idle = new ConcurrentLinkedDeque<>();
    private final Addresses addresses;
    private final Path image;
    private final Path extraction;
    private final ImageFiles images;

    LimitCalls(Addresses addresses, Path image, BenchmarkData material) throws IOException {
        this.addresses = addresses;
        this.image = image;
        this.extraction = material.preparedExtraction();
        this.images = new ImageFiles(image);
    }

    @Override
    public void crop() throws IOException {
        byte[] response = post(addresses.cropUrl(), image);
        int from = 0;
        while (!Arrays.equals(response, from, from + IMAGE.length, IMAGE, 0, IMAGE.length)) {
            from++;
        }
        from += IMAGE.length;
        int to = from;
        while (response[to] != '"') {
            to++;
        }
        ByteBuffer jpeg = Base64.getDecoder().decode(ByteBuffer.wrap(response, from, to - from));
        images.write(out -> out.write(jpeg.array(), 0, jpeg.limit()));
    }

    @Override
    public void extract() throws IOException {
        post(addresses.extractUrl(), extraction);
    }

    @Override
    public void parse(Path document) throws IOException {
        post(addresses.parseUrl(), document);
    }

    private byte[] post(String url, Path body) throws IOException {
        URI address = URI.create(url);
        HttpSocket socket = idle.poll();
        if (socket == null) {
            socket = new HttpSocket(address);
        }
        byte[] response = socket.post(address.getPath(), Files.readAllBytes(body));
        idle.push(socket);
        return response;
    }

    @Override
    public void close() {
        idle.forEach(HttpSocket::close);
    }
}
