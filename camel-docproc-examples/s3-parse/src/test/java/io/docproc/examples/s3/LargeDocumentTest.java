/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.docproc.examples.support.JavaProgram;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("endurance")
class LargeDocumentTest {
    private static final int MEBIBYTE = 1024 * 1024;
    private static final int DOCUMENT = 60 * MEBIBYTE;
    private static final int RESULT = 100 * MEBIBYTE;

    @TempDir
    private Path home;

    @Test
    void aDocumentAndAResultThatAreLargerThanTheHeapGoThrough() throws Exception {
        try (LocalS3Server server = LocalS3Server.start(home.resolve("s3-server"));
                S3Fixture s3 = new S3Fixture(home, server.endpoint());
                LargeResults service = new LargeResults()) {
            Path document = document();
            s3.put("large.pdf", document);
            s3.with("docproc.baseUrl", service.baseUrl());
            Path output = home.resolve("output.txt");

            Process run = new JavaProgram(
                            Main.class,
                            List.of(),
                            s3.properties(),
                            Map.of("AWS_ACCESS_KEY_ID", "local", "AWS_SECRET_ACCESS_KEY", "local"))
                    .process(48)
                    .redirectOutput(output.toFile())
                    .start();
            try {
                assertThat(run.waitFor(5, TimeUnit.MINUTES)).isTrue();
            } finally {
                run.destroyForcibly();
            }

            assertThat(run.exitValue()).as(Files.readString(output)).isZero();
            assertThat(service.received.get()).isGreaterThan(DOCUMENT);
            assertThat(s3.keys("done")).containsExactly("large.pdf");
            assertThat(s3.s3()
                            .headObject(it -> it.bucket(s3.bucket("results")).key("large.pdf.json"))
                            .contentLength())
                    .isGreaterThan(RESULT);
        }
    }

    private Path document() throws IOException {
        Path file = home.resolve("large.pdf");
        byte[] piece = new byte[MEBIBYTE];
        Random random = new Random(1);
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write("%PDF-1.7\n".getBytes(StandardCharsets.US_ASCII));
            for (int written = 0; written < DOCUMENT; written += MEBIBYTE) {
                random.nextBytes(piece);
                out.write(piece);
            }
        }
        return file;
    }

    /** A service that counts what it is sent, and has a job with a large result for it. */
    private static final class LargeResults implements AutoCloseable {
        private static final String JOBS = "/api/v1/xparse/parse/async";

        private final AtomicLong received = new AtomicLong();
        private final HttpServer http;

        LargeResults() throws IOException {
            http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            http.setExecutor(Executors.newCachedThreadPool());
            http.createContext(JOBS, this::create);
            http.createContext(JOBS + "/large", this::complete);
            http.createContext("/result", this::respond);
            http.start();
        }

        String baseUrl() {
            return "http://127.0.0.1:" + http.getAddress().getPort();
        }

        private void create(HttpExchange call) throws IOException {
            try (InputStream body = call.getRequestBody()) {
                received.addAndGet(body.transferTo(OutputStream.nullOutputStream()));
            }
            respond(call, "\"job_id\": \"large\"");
        }

        private void complete(HttpExchange call) throws IOException {
            respond(
                    call,
                    "\"job_id\": \"large\", \"status\": \"completed\", \"result_url\": \"" + baseUrl() + "/result\"");
        }

        private static void respond(HttpExchange call, String data) throws IOException {
            byte[] json = ("{\"code\": 200, \"data\": {" + data + "}}").getBytes(StandardCharsets.US_ASCII);
            call.sendResponseHeaders(200, json.length);
            call.getResponseBody().write(json);
            call.close();
        }

        private void respond(HttpExchange call) throws IOException {
            byte[] piece = "x".repeat(MEBIBYTE).getBytes(StandardCharsets.US_ASCII);
            call.getResponseHeaders().set("Content-Type", "application/json");
            call.sendResponseHeaders(200, 0);
            try (OutputStream out = call.getResponseBody()) {
                out.write("{\"code\": 200, \"message\": \"success\", \"data\": {\"pages\": ["
                        .getBytes(StandardCharsets.US_ASCII));
                for (int written = 0; written < RESULT; written += MEBIBYTE) {
                    out.write((written == 0 ? "\"" : ",\"").getBytes(StandardCharsets.US_ASCII));
                    out.write(piece);
                    out.write('"');
                }
                out.write("]}}".getBytes(StandardCharsets.US_ASCII));
            }
        }

        @Override
        public void close() {
            http.stop(0);
        }
    }
}
