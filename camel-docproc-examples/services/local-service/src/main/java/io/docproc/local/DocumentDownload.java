/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import io.docproc.test.Operation;
import io.docproc.test.ParameterError;
import io.docproc.test.ServiceErrorException;
import io.docproc.test.ServiceRequest;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Function;

/** Downloads the documents that requests refer to by URL. */
final class DocumentDownload {
    private static final int MEGABYTE = 1024 * 1024;
    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .connectTimeout(Duration.ofSeconds(10))
            .followRedirects(HttpClient.Redirect.NORMAL)
            .build();

    private DocumentDownload() {}

    /**
     * Processes the uploaded document of a request, or the one at its URL.
     *
     * @throws ServiceErrorException 40004 if the document cannot be downloaded, 40302 if it is too large
     */
    static <T> T process(ServiceRequest request, Function<Path, T> processor) throws IOException {
        if (request.document().isPresent()) {
            return processor.apply(request.document().get().file());
        }
        Path file = Files.createTempFile("docproc-", ".download");
        try {
            download(request, file);
            return processor.apply(file);
        } finally {
            Files.delete(file);
        }
    }

    private static void download(ServiceRequest request, Path file) throws IOException {
        URI url = request.fileUrl().orElseThrow();
        HttpRequest get =
                HttpRequest.newBuilder(url).timeout(Duration.ofSeconds(60)).build();
        try {
            HttpResponse<InputStream> response = CLIENT.send(get, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body();
                    OutputStream out = Files.newOutputStream(file)) {
                if (response.statusCode() != 200) {
                    throw invalid(url, "HTTP " + response.statusCode());
                }
                copy(body, out, request.operation());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("The download was interrupted").initCause(e);
        } catch (IOException e) {
            throw invalid(url, e.getClass().getSimpleName());
        }
    }

    private static void copy(InputStream body, OutputStream out, Operation operation) throws IOException {
        boolean smaller = operation == Operation.CROP || operation == Operation.EXTRACT;
        int left = smaller ? 50 : 500;
        for (byte[] part = body.readNBytes(MEGABYTE); part.length > 0; part = body.readNBytes(MEGABYTE)) {
            if (left-- == 0) {
                throw new ServiceErrorException(40302, "file size exceeds " + (smaller ? 50 : 500) + " MB");
            }
            out.write(part);
        }
    }

    /** Shows scheme, host and path only, because the query may contain a signature. */
    private static ServiceErrorException invalid(URI url, String reason) {
        return ParameterError.of(
                "URL of the document",
                url.getScheme() + "://" + url.getHost() + url.getPath() + " (" + reason + ")",
                "an http or https URL of a file that can be downloaded");
    }
}
