/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;

/** Downloads the document that a request refers to by URL. */
final class Downloader {
    private static final Map<Operation, String> PARAMETERS =
            Map.of(Operation.CROP, "body", Operation.EXTRACT, "file.file_url");

    private Downloader() {}

    /**
     * Returns the request with its document; the same request if it does not refer to a document by URL.
     *
     * @throws ServiceErrorException 40004 if the document cannot be downloaded, 40302 if it is too large, 40305 if it
     *     is empty
     */
    static ServiceRequest download(ServiceRequest request, HttpClient client, RequestFiles files) throws IOException {
        if (request.fileUrl().isEmpty()) {
            return request;
        }
        URI url = request.fileUrl().get();
        boolean limited = PARAMETERS.containsKey(request.operation());
        try {
            HttpRequest get =
                    HttpRequest.newBuilder(url).timeout(Duration.ofSeconds(60)).build();
            HttpResponse<InputStream> response = client.send(get, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                if (response.statusCode() != 200) {
                    throw invalid(request, "HTTP " + response.statusCode());
                }
                return request.withDocument(Requests.present(
                        files.save(limited ? DocumentRules.MAX_BYTES : Requests.MAX_PARSE_BYTES, body::transferTo)));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("The download was interrupted").initCause(e);
        } catch (IOException e) {
            throw invalid(request, e.getClass().getSimpleName());
        }
    }

    /** Shows scheme, host and path only, because the query may contain a signature. */
    private static ServiceErrorException invalid(ServiceRequest request, String reason) {
        URI url = request.fileUrl().orElseThrow();
        return ParameterError.of(
                PARAMETERS.getOrDefault(request.operation(), "file_url"),
                url.getScheme() + "://" + url.getHost() + url.getPath() + " (" + reason + ")",
                "an http or https URL of a file that can be downloaded");
    }
}
