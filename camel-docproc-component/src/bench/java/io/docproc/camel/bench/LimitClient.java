/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.apache.commons.io.function.IOConsumer;

/**
 * Practical limit: plain sockets that stay connected. An image and its response are each read as a whole; a byte search
 * finds the cropped image, and the JDK decodes it. An extraction copies a prepared request from its file.
 */
final class LimitClient implements Caller.Client {
    private static final byte[] IMAGE = "\"image\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final String END = "\r\n\r\n";
    private static final String LENGTH = "content-length: ";

    private final Deque<Connection> idle = new ConcurrentLinkedDeque<>();
    private final Data data;
    private final URI url;

    LimitClient(Data data, String url) {
        this.data = data;
        this.url = URI.create(url);
    }

    private record Connection(InputStream in, OutputStream out) {}

    @Override
    public void crop(Path image, OutputStream jpeg) throws IOException {
        byte[] request = Files.readAllBytes(image);
        byte[] response = post("/response/crop" + Data.CROP, request.length, out -> out.write(request));
        int from = 0;
        while (!Arrays.equals(response, from, from + IMAGE.length, IMAGE, 0, IMAGE.length)) {
            from++;
        }
        from += IMAGE.length;
        int to = from;
        while (response[to] != '"') {
            to++;
        }
        ByteBuffer decoded = Base64.getDecoder().decode(ByteBuffer.wrap(response, from, to - from));
        jpeg.write(decoded.array(), 0, decoded.limit());
    }

    @Override
    public void extract() throws IOException {
        Path request = data.extractionRequest();
        post("/response/extract" + Data.EXTRACT, Files.size(request), out -> Files.copy(request, out));
    }

    private byte[] post(String path, long length, IOConsumer<OutputStream> body) throws IOException {
        Connection connection = idle.poll();
        if (connection == null) {
            Socket socket = new Socket(url.getHost(), url.getPort());
            socket.setTcpNoDelay(true);
            connection = new Connection(new BufferedInputStream(socket.getInputStream()), socket.getOutputStream());
        }
        String head = "POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nx-ti-app-id: bench\r\n"
                + "x-ti-secret-code: bench-secret\r\nContent-Length: " + length + END;
        connection.out.write(head.getBytes(StandardCharsets.US_ASCII));
        body.accept(connection.out);
        byte[] response = new byte[readHead(connection.in)];
        connection.in.readNBytes(response, 0, response.length);
        idle.push(connection);
        return response;
    }

    /** Reads the head of a response and returns the length of its body. */
    private static int readHead(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf(END, head.length() - END.length()) < 0) {
            int next = in.read();
            if (next < 0) {
                throw new EOFException("the service has closed the connection");
            }
            head.append((char) next);
        }
        if (head.indexOf("HTTP/1.1 200 ") != 0) {
            throw new IOException("the service responded with " + head);
        }
        int digits = head.indexOf(LENGTH) + LENGTH.length();
        return Integer.parseInt(head, digits, head.indexOf("\r", digits), 10);
    }
}
