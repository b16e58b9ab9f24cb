/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.apache.commons.io.IOUtils;
import org.apache.commons.io.function.IOConsumer;

/**
 * Practical limit: plain sockets that stay connected. An image and a response are each read as a whole. A byte search
 * finds the cropped image, and the JDK decodes it. An extraction copies a prepared request from its file.
 */
final class LimitCalls implements Calls {
    private static final byte[] IMAGE = "\"image\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final int CHUNK = 64 * 1024;

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
        byte[] sent = Files.readAllBytes(image);
        byte[] response = post(addresses.cropUrl(), sent.length, out -> out.write(sent));
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
        copy(extraction, addresses.extractUrl());
    }

    @Override
    public void parse(Path document) throws IOException {
        copy(document, addresses.parseUrl());
    }

    private void copy(Path body, String url) throws IOException {
        try (InputStream in = Files.newInputStream(body)) {
            post(url, Files.size(body), out -> IOUtils.copyLarge(in, out, new byte[CHUNK]));
        }
    }

    private byte[] post(String url, long length, IOConsumer<OutputStream> body) throws IOException {
        URI address = URI.create(url);
        HttpSocket socket = idle.poll();
        if (socket == null) {
            socket = new HttpSocket(address);
        }
        byte[] response = socket.post(address.getPath(), length, body);
        idle.push(socket);
        return response;
    }

    @Override
    public void close() {
        idle.forEach(HttpSocket::close);
    }
}
