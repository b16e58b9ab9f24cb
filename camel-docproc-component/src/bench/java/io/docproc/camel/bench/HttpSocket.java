/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.commons.io.function.IOConsumer;

/**
 * Socket that stays connected and makes HTTP calls with the least possible work. Every response has a
 * {@code content-length}. Not thread-safe.
 */
final class HttpSocket implements AutoCloseable {
    private static final String END = "\r\n\r\n";
    private static final String LENGTH = "content-length: ";
    private static final int HEAD = 8 * 1024;

    private final Socket socket;
    private final InputStream in;
    private final OutputStream out;

    HttpSocket(URI address) throws IOException {
        socket = new Socket(address.getHost(), address.getPort());
        socket.setTcpNoDelay(true);
        in = socket.getInputStream();
        out = socket.getOutputStream();
    }

    /**
     * Sends a request and returns the body of the response.
     *
     * @param length the length of the body in bytes
     * @param body writes the body
     * @throws IllegalStateException if the response is not successful
     */
    byte[] post(String path, long length, IOConsumer<OutputStream> body) throws IOException {
        String head = "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nx-ti-app-id: bench\r\n"
                + "x-ti-secret-code: bench-secret\r\nContent-Length: " + length + END;
        out.write(head.getBytes(StandardCharsets.US_ASCII));
        body.accept(out);
        return response();
    }

    private byte[] response() throws IOException {
        byte[] buffer = new byte[HEAD];
        int count = 0;
        int end = -1;
        String head = "";
        while (end < 0) {
            int read = in.read(buffer, count, HEAD - count);
            if (read < 0) {
                throw new IOException("the service has closed the connection");
            }
            count += read;
            head = new String(buffer, 0, count, StandardCharsets.ISO_8859_1);
            end = head.indexOf(END);
        }
        if (!head.startsWith("HTTP/1.1 200 ")) {
            throw new IllegalStateException(
                    "the service responded with " + head.lines().findFirst());
        }
        int length = head.indexOf(LENGTH) + LENGTH.length();
        int start = end + END.length();
        byte[] body = Arrays.copyOfRange(
                buffer, start, start + Integer.parseInt(head, length, head.indexOf('\r', length), 10));
        in.readNBytes(body, count - start, body.length - (count - start));
        return body;
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
