/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import io.docproc.test.DocumentRules;
import io.docproc.test.Operation;
import io.docproc.test.ParameterError;
import io.docproc.test.RequestDocument;
import io.docproc.test.ServiceErrorException;
import io.docproc.test.ServiceRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.function.Supplier;

/** Downloads the document that a request refers to by URL. Thread-safe. */
public final class Downloader {
    private static final String ALLOWED = "an http or https URL of a file that can be downloaded";
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final int OK = 200;

    private final Supplier<HttpClient> client;

    /** Creates a downloader. The client is not needed before the first download. */
    public Downloader(Supplier<HttpClient> client) {
        this.client = client;
    }

    /**
     * Returns the request with its document; the same request if it does not refer to a document by URL.
     *
     * @throws ServiceErrorException 40004 if the document cannot be downloaded, 40302 if it is too large, 40305 if it
     *     is empty
     */
    public ServiceRequest download(ServiceRequest request, RequestFiles files) throws IOException {
        if (request.fileUrl().isEmpty()) {
            return request;
        }
        return request.withDocument(UploadRules.requirePresent(
                fetch(request.operation(), request.fileUrl().get(), files)));
    }

    private RequestDocument fetch(Operation operation, URI url, RequestFiles files) throws IOException {
        try {
            HttpRequest request = HttpRequest.newBuilder(url).timeout(TIMEOUT).build();
            HttpResponse<InputStream> response = client.get().send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                if (response.statusCode() != OK) {
                    throw invalid(operation, url, "HTTP " + response.statusCode());
                }
                return files.save(body, maxBytes(operation));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("The download was interrupted").initCause(e);
        } catch (IOException e) {
            throw invalid(operation, url, e.getClass().getSimpleName());
        }
    }

    private static long maxBytes(Operation operation) {
        return operation == Operation.CROP || operation == Operation.EXTRACT
                ? DocumentRules.MAX_BYTES
                : UploadRules.MAX_PARSE_BYTES;
    }

    /** Shows scheme, host and path only, because the query may contain a signature. */
    private static ServiceErrorException invalid(Operation operation, URI url, String reason) {
        String parameter =
                switch (operation) {
                    case CROP -> "body";
                    case EXTRACT -> "file.file_url";
                    default -> "file_url";
                };
        String shown = url.getScheme() + "://" + url.getHost() + (url.getPath() == null ? "" : url.getPath());
        return ParameterError.of(parameter, shown + " (" + reason + ")", ALLOWED);
    }
}
