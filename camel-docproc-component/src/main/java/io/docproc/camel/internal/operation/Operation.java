/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.internal.body.ParseOutput;
import io.docproc.camel.internal.completion.Callbacks;
import io.docproc.camel.internal.completion.ResultDownloads;
import io.docproc.camel.internal.http.Envelope;
import io.docproc.camel.internal.http.ResultHeader;
import java.net.URI;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;

/** Operation of an endpoint: builds the request for a message and converts the response. Thread-safe. */
@FunctionalInterface
public interface Operation {
    /**
     * Makes the call for one message, and blocks until its response has been read.
     *
     * @throws DocprocException if the input is invalid, the call fails, or the response is unusable
     */
    Result perform(Invocation invocation);

    /**
     * Result of a successful call.
     *
     * @param body the new message body
     * @param contentType the media type of the body; empty if it is unknown
     * @param headers the values of the result headers; empty if the response does not contain a value
     */
    record Result(Object body, String contentType, Map<ResultHeader, Optional<?>> headers) {

        /** Returns a result of JSON, or of a type that converts to JSON, with the headers of the envelope. */
        static Result of(Object body, Envelope envelope) {
            return of(body, ParseOutput.JSON, envelope);
        }

        /** Returns a result with the headers of the envelope. */
        static Result of(Object body, String contentType, Envelope envelope) {
            return new Result(body, contentType, headers(envelope));
        }

        /** Returns the headers of the envelope. */
        static Map<ResultHeader, Optional<?>> headers(Envelope envelope) {
            Map<ResultHeader, Optional<?>> headers = new EnumMap<>(ResultHeader.class);
            headers.put(ResultHeader.CODE, Optional.of(envelope.code()));
            headers.put(ResultHeader.MESSAGE, Optional.of(envelope.message()));
            headers.put(ResultHeader.REQUEST_ID, text(envelope.requestId()));
            headers.put(ResultHeader.VERSION, text(envelope.version()));
            headers.put(ResultHeader.DURATION, envelope.duration());
            return headers;
        }

        /** Returns a copy with one more header. */
        Result with(ResultHeader header, Object value) {
            return with(header, Optional.of(value));
        }

        /** Returns a copy with one more header. An empty value means that the response does not contain it. */
        Result with(ResultHeader header, Optional<?> value) {
            Map<ResultHeader, Optional<?>> more = new EnumMap<>(headers);
            more.put(header, value);
            return new Result(body, contentType, more);
        }

        /** Returns the value of a header; empty for an empty text. */
        static Optional<String> text(String text) {
            return text.isEmpty() ? Optional.empty() : Optional.of(text);
        }
    }

    /**
     * Settings of an endpoint from which an operation is created.
     *
     * @param name the name of the operation
     * @param camelContext the context, which resolves resources and classes
     * @param options the options of the endpoint
     * @param baseUrl the base URL of the main service
     * @param workflowUrl the base URL of the workflow-configuration service, if one is set
     * @param parseService the path segment that selects the parsing service
     * @param callbacks builds callback URLs and stores submitted jobs
     * @param results supplies the downloads of the results of jobs
     */
    record Settings(
            String name,
            CamelContext camelContext,
            CallOptions options,
            URI baseUrl,
            Optional<URI> workflowUrl,
            String parseService,
            Callbacks callbacks,
            Supplier<ResultDownloads.Source> results) {

        /** @throws IllegalArgumentException if {@code parseService} is not one path segment */
        public Settings {
            if (parseService == null || !parseService.matches("(?!\\.+$)[A-Za-z0-9._-]+")) {
                throw new IllegalArgumentException("Option parseService is '" + parseService
                        + "'; allowed is one path segment of letters, digits, '.', '_' and '-', not of dots alone");
            }
        }

        /** Returns the URL of a path of the main service. */
        URI main(String path) {
            return URI.create(baseUrl + path);
        }

        /**
         * Returns the URL of a path of the workflow-configuration service.
         *
         * @throws IllegalArgumentException if {@code workflowUrl} is not set
         */
        URI workflow(String path) {
            return URI.create(
                    workflowUrl.orElseThrow(() -> new IllegalArgumentException("Option workflowUrl is required for"
                                    + " docproc:" + name
                                    + ": set it on the component or the endpoint, to the address of the"
                                    + " workflow-configuration service"))
                            + path);
        }
    }
}
