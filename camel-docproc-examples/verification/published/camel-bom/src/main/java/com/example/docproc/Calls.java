/* SPDX-License-Identifier: Apache-2.0 */
package com.example.docproc;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.docproc.camel.error.DocprocBalanceException;
import io.docproc.camel.model.Balance;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.main.Main;

/** Application that makes a call of each kind and fails if a response cannot be read. */
public final class Calls {
    private static final byte[] PDF = "%PDF-1.7 invoice".getBytes(UTF_8);

    private Calls() {}

    /** Fields of an invoice. */
    public record Invoice(BigDecimal total, LocalDate due, Instant sent, Optional<String> note) {}

    public static void main(String[] args) throws Exception {
        byte[] photo = photo();
        HttpServer service = service(photo);
        Main main = new Main();
        main.addInitialProperty(
                "camel.component.docproc.base-url",
                "http://127.0.0.1:" + service.getAddress().getPort());
        main.addInitialProperty("camel.component.docproc.app-id", "app");
        main.addInitialProperty("camel.component.docproc.secret-code", "secret");
        try {
            main.start();
            ProducerTemplate template = main.getCamelTemplate();
            require(photo.length, template.requestBody("docproc:crop", photo, byte[].class).length);
            require(
                    new Invoice(
                            new BigDecimal("12.50"),
                            LocalDate.of(2026, 5, 1),
                            Instant.parse("2026-05-01T10:00:00Z"),
                            Optional.empty()),
                    template.requestBody("docproc:extract?outputClass=" + Invoice.class.getName(), PDF));
            require(true, template.requestBody("docproc:parseSync", PDF, String.class).contains("# Invoice"));
            require(
                    new BigDecimal("12.5"),
                    template.requestBody("docproc:balance", null, Balance.class).balance());
            require(DocprocBalanceException.class, failure(template, "docproc:parseAsync"));
        } finally {
            main.stop();
            service.stop(0);
        }
    }

    private static void require(Object expected, Object actual) {
        if (!expected.equals(actual)) {
            throw new AssertionError("The result is " + actual + " instead of " + expected);
        }
    }

    private static Class<?> failure(ProducerTemplate template, String endpoint) {
        try {
            template.requestBody(endpoint, PDF);
            return null;
        } catch (CamelExecutionException e) {
            return e.getCause().getClass();
        }
    }

    private static HttpServer service(byte[] photo) throws IOException {
        Map<String, String> responses = Map.of(
                "/ai/service/v1/crop_enhance_image",
                "{\"code\":200,\"result\":{\"image_list\":[{\"image\":\""
                        + Base64.getEncoder().encodeToString(photo) + "\"}]}}",
                "/ai/service/v3/entity_extraction",
                "{\"code\":200,\"result\":{\"success_count\":1,\"extracted_schema\":{\"total\":\"12.50\","
                        + "\"due\":\"2026-05-01\",\"sent\":\"2026-05-01T10:00:00Z\",\"note\":null}}}",
                "/api/v1/xparse/parse/sync",
                "{\"code\":200,\"data\":{\"job_id\":\"j-1\",\"success_count\":1,\"markdown\":\"# Invoice\"}}",
                "/api/v1/xparse/parse/async",
                "{\"code\":40003,\"message\":\"insufficient balance\"}",
                "/user/finance/balance",
                "{\"code\":200,\"data\":{\"balance\":12.5}}");
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        responses.forEach((path, response) -> server.createContext(path, exchange -> respond(exchange, response)));
        server.start();
        return server;
    }

    private static void respond(HttpExchange exchange, String response) throws IOException {
        exchange.getRequestBody().readAllBytes();
        byte[] body = response.getBytes(UTF_8);
        // A character set instead of an encoding, which HttpClient 5.6 refuses.
        exchange.getResponseHeaders().set("Content-Encoding", "utf-8");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private static byte[] photo() throws IOException {
        ByteArrayOutputStream jpeg = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(400, 300, BufferedImage.TYPE_INT_RGB), "jpg", jpeg);
        return jpeg.toByteArray();
    }
}
