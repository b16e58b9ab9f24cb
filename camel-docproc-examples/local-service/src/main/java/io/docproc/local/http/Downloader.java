/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.http;

import io.docproc.local.ParameterError;
import io.docproc.local.ServiceException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** Fetches the document that a call names by URL. */
public final class Downloader {
    private static final String ALLOWED = "an http or https URL of a file that can be downloaded";

    private final HttpClient client;

    public Downloader() {
        this.client = HttpClient.newBuilder()
                .connectTimeout(Duration.ofSeconds(10))
                .followRedirects(HttpClient.Redirect.NORMAL)
                .build();
    }

    /** A downloaded document and the last segment of its URL's path. */
    public record Download(Path path, String fileName) {}

    /**
     * Downloads a file to the temporary files of the call.
     *
     * @param parameter what the URL is called in an error message
     * @throws ServiceException 40004 if it is no http or https URL or cannot be had, 40302 if it is too long
     */
    public Download fetch(String parameter, String url, TempFiles tempFiles, long maxBytes) throws IOException {
        URI uri = httpUri(parameter, url);
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(60)).build();
            HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            try (InputStream body = response.body()) {
                if (response.statusCode() != 200) {
                    throw refused(parameter, uri, "HTTP " + response.statusCode());
                }
                return new Download(tempFiles.save(body, maxBytes), fileName(uri));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("download interrupted").initCause(e);
        } catch (IOException e) {
            throw refused(parameter, uri, e.getClass().getSimpleName());
        }
    }

    private static URI httpUri(String parameter, String url) {
        try {
            URI uri = URI.create(url.strip());
            boolean http = "http".equalsIgnoreCase(uri.getScheme()) || "https".equalsIgnoreCase(uri.getScheme());
            if (http && uri.getHost() != null) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            throw ParameterError.of(parameter, "not a URL", ALLOWED);
        }
        throw ParameterError.of(parameter, url, ALLOWED);
    }

    /** Only scheme, host and path are shown: a query may hold a signature. */
    private static ServiceException refused(String parameter, URI uri, String reason) {
        String shown = uri.getScheme() + "://" + uri.getHost()
                + Optional.ofNullable(uri.getPath()).orElse("");
        return ParameterError.of(parameter, shown + " (" + reason + ")", ALLOWED);
    }

    private static String fileName(URI uri) {
        String path = Optional.ofNullable(uri.getPath()).orElse("");
        String last = path.substring(path.lastIndexOf('/') + 1);
        return last.isEmpty() ? "document" : last;
    }
}
