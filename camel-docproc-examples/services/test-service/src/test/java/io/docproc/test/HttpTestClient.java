/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Collectors;

/** HTTP client with the credentials of a test service, for requests that the component does not send. */
final class HttpTestClient {
    static final String CROP = "/ai/service/v1/crop_enhance_image";
    static final String EXTRACT = "/ai/service/v3/entity_extraction";
    static final String PARSE_SYNC = "/api/v1/xparse/parse/sync";
    static final String PARSE_ASYNC = "/api/v1/xparse/parse/async";
    static final String BALANCE = "/user/finance/balance";
    static final String ADD_FIELD = "/api/app-api/sip/platform/v2/category/fields/add";
    static final String UPDATE_TABLE = "/api/app-api/sip/platform/v2/category/tables/update";

    private static final JsonMapper JSON = new JsonMapper();

    private final DocprocTestService service;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    HttpTestClient(DocprocTestService service) {
        this.service = service;
    }

    JsonNode get(String path) throws Exception {
        return json(signed(path).GET());
    }

    JsonNode crop(String query, byte[] document) throws Exception {
        return post(CROP + query, "application/octet-stream", BodyPublishers.ofByteArray(document));
    }

    int cropCode() throws Exception {
        return crop("", Documents.PDF).path("code").asInt();
    }

    JsonNode postJson(String path, String json) throws Exception {
        return post(path, "application/json", BodyPublishers.ofString(json));
    }

    JsonNode post(String path, String contentType, BodyPublisher body) throws Exception {
        return json(signed(path).header("Content-Type", contentType).POST(body));
    }

    /** Posts a form; a part is its headers and its content, separated by an empty line. */
    JsonNode postForm(String path, String... parts) throws Exception {
        String form =
                Arrays.stream(parts).collect(Collectors.joining("\r\n--limit\r\n", "--limit\r\n", "\r\n--limit--"));
        return post(
                path,
                "multipart/form-data; boundary=limit",
                BodyPublishers.ofString(form, StandardCharsets.ISO_8859_1));
    }

    static String part(String name, String contentType, String value) {
        return "Content-Disposition: form-data; name=\"" + name + "\""
                + (name.equals("file") ? "; filename=\"a.pdf\"" : "") + "\r\nContent-Type: " + contentType + "\r\n\r\n"
                + value;
    }

    HttpRequest.Builder signed(String path) {
        return unsigned(path).header("x-ti-app-id", service.appId()).header("x-ti-secret-code", service.secretCode());
    }

    HttpRequest.Builder unsigned(String path) {
        return HttpRequest.newBuilder(URI.create(service.baseUrl() + path)).timeout(Duration.ofSeconds(60));
    }

    JsonNode json(HttpRequest.Builder request) throws Exception {
        return JSON.readTree(send(request).body());
    }

    HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
