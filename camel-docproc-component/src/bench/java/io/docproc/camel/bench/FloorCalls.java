/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;

/** Lower bound: the JDK's client sends prepared bytes and discards the response. */
final class FloorCalls implements Calls {
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Addresses addresses;
    private final byte[] image;
    private final Path extraction;

    FloorCalls(Addresses addresses, Path image, BenchmarkData material) throws IOException {
        this.addresses = addresses;
        this.image = Files.readAllBytes(image);
        this.extraction = material.preparedExtraction();
    }

    @Override
    public void crop() throws IOException, InterruptedException {
        post(addresses.cropUrl(), BodyPublishers.ofByteArray(image));
    }

    @Override
    public void extract() throws IOException, InterruptedException {
        post(addresses.extractUrl(), BodyPublishers.ofFile(extraction));
    }

    @Override
    public void parse(Path document) throws IOException, InterruptedException {
        post(addresses.parseUrl(), BodyPublishers.ofFile(document));
    }

    private void post(String url, BodyPublisher body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("x-ti-app-id", "bench")
                .header("x-ti-secret-code", "bench-secret")
                .POST(body)
                .build();
        HttpResponse<Void> response = http.send(request, BodyHandlers.discarding());
        if (response.statusCode() != 200) {
            throw new IllegalStateException("the service responded with HTTP status " + response.statusCode());
        }
    }

    @Override
    public void close() {
        // The threads of the client end with the JVM.
    }
}
