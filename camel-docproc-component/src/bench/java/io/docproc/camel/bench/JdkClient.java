/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Calls of the JDK's client with Jackson, without Camel. */
final class JdkClient implements Caller.Client {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Data data;
    private final String url;

    JdkClient(Data data, String url) {
        this.data = data;
        this.url = url;
    }

    @Override
    public void crop(Path image, OutputStream jpeg) throws Exception {
        JsonNode response = post("/response/crop" + Data.CROP, BodyPublishers.ofFile(image));
        jpeg.write(response.at("/result/image_list/0/image").binaryValue());
    }

    @Override
    public void extract() throws Exception {
        byte[] request = JSON.writeValueAsBytes(Map.of(
                "file",
                Map.of("file_base64", Files.readAllBytes(data.document()), "file_name", "document.pdf"),
                "schema",
                JSON.readTree(Data.SCHEMA)));
        post("/response/extract" + Data.EXTRACT, BodyPublishers.ofByteArray(request));
    }

    private JsonNode post(String path, BodyPublisher body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + path))
                .header("x-ti-app-id", "bench")
                .header("x-ti-secret-code", "bench-secret")
                .POST(body)
                .build();
        JsonNode response =
                JSON.readTree(http.send(request, BodyHandlers.ofByteArray()).body());
        if (response.path("code").asInt() != 200) {
            throw new IllegalStateException("the service responded with " + response.path("code"));
        }
        return response;
    }
}
