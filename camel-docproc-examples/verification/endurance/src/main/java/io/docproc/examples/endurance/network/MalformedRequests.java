/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance.network;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Sends malformed and unauthenticated requests to the callback endpoint, which has to reject all of them. */
final class MalformedRequests implements Closeable {
    private static final int PAUSE_MILLIS = 50;
    private static final int TIMEOUT_MILLIS = 1_000;
    private static final int OVER_THE_LIMIT = 70_000;
    private static final String JSON = "Content-Type: application/json\r\n";

    private final int port;
    private final List<byte[]> messages;
    private final CountDownLatch over = new CountDownLatch(1);
    private volatile boolean on;
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong accepted = new AtomicLong();

    /** @param signed callback URL with a valid signature */
    MalformedRequests(URI signed) {
        this.port = signed.getPort();
        this.messages = messages(signed.getRawPath(), signed.getRawPath() + "?" + signed.getRawQuery());
        Thread thread = new Thread(this::send, "malformed-requests");
        thread.setDaemon(true);
        thread.start();
    }

    private static List<byte[]> messages(String unsigned, String signed) {
        String tooLong = "x".repeat(OVER_THE_LIMIT);
        return List.of(
                bytes("\u0000\u0016\u0003\u0001 no HTTP at all\r\n\r\n"),
                bytes("POST"),
                bytes("POST " + signed + " HTTP/1.1\r\nHost: here\r\n" + JSON
                        + "Content-Length: 500\r\n\r\n{\"job_id\":"),
                bytes("POST /" + tooLong + " HTTP/1.1\r\nHost: here\r\n\r\n"),
                bytes("POST " + signed + " HTTP/1.1\r\nX-Long: " + tooLong + "\r\n\r\n"),
                bytes("POST " + signed + " HTTP/1.1\r\nHost: here\r\n" + JSON + "Content-Length: -1\r\n\r\n{}"),
                bytes("POST " + signed + " HTTP/1.1\r\nHost: here\r\n" + JSON
                        + "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}"),
                request("GET", signed, JSON, ""),
                request("DELETE", signed, JSON, ""),
                request("POST", unsigned, JSON, "{\"job_id\":\"a\",\"status\":\"failed\"}"),
                request("POST", signed + "x", JSON, "{\"job_id\":\"a\",\"status\":\"failed\"}"),
                request("POST", signed, "Content-Type: text/xml\r\n", "<job/>"),
                request("POST", signed, JSON + "Content-Encoding: gzip\r\n", "\u001f\u008b no more of it"),
                request("POST", signed, JSON, ""),
                request("POST", signed, JSON, "no JSON"),
                request("POST", signed, JSON, "[[[[[[[["),
                request("POST", signed, JSON, "{\"job_id\":7,\"status\":{}}"),
                request("POST", signed, JSON, "{\"job_id\":\"" + tooLong + "\"}"));
    }

    private static byte[] request(String method, String path, String headers, String body) {
        return bytes(method + " " + path + " HTTP/1.1\r\nHost: here\r\n" + headers + "Content-Length: "
                + bytes(body).length + "\r\n\r\n" + body);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    /** Starts or stops sending. */
    void set(boolean next) {
        on = next;
    }

    private void send() {
        try {
            for (int next = 0; !over.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS); next++) {
                if (on) {
                    send(messages.get(next % messages.size()));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(byte[] message) {
        sent.incrementAndGet();
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(message);
            String response =
                    new String(socket.getInputStream().readNBytes("HTTP/1.1 2".length()), StandardCharsets.US_ASCII);
            accepted.addAndGet(response.endsWith(" 2") ? 1 : 0);
        } catch (IOException e) {
            // rejected by closing the connection, or no response in time
        }
    }

    long sent() {
        return sent.get();
    }

    /** Returns the number of requests with a success status. */
    long accepted() {
        return accepted.get();
    }

    @Override
    public void close() {
        over.countDown();
    }
}
