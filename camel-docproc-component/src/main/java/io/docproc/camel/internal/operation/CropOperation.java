/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.internal.body.DocumentRules;
import io.docproc.camel.internal.body.JsonResponses;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.http.Envelope;
import io.docproc.camel.internal.http.RequestBodies;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.internal.http.ServiceResponse;
import io.docproc.camel.model.CropResponse;
import io.docproc.camel.model.CropResult;
import io.docproc.camel.model.CroppedImage;
import io.docproc.camel.model.ModelJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.camel.StreamCache;
import org.apache.hc.core5.http.HttpEntity;

/** Operation {@code crop}: crops and enhances a photo of a page (interface document, endpoint 1). */
final class CropOperation implements Operation {
    private static final String PATH = "/ai/service/v1/crop_enhance_image";
    private static final long MAX_RESPONSE_BYTES = 512L * 1024 * 1024;

    private final URI url;

    CropOperation(Operation.Settings settings) {
        this.url = settings.main(PATH);
    }

    @Override
    public Operation.Result perform(Invocation invocation) {
        OptionValues options = invocation.options();
        ServiceCall call = ServiceCall.post(invocation.operation(), RequestFields.query(url, options), body(invocation))
                .withMaxResponseBytes(MAX_RESPONSE_BYTES);
        Received answer = invocation.billedCall(
                call,
                Received.class,
                response -> Received.read(response, invocation::spool).requireSuccess(),
                any -> true);
        CropResult crop = answer.response.result();
        boolean wholeResponse = "response".equals(options.document().getOutput())
                || Boolean.TRUE.equals(options.crop().getOnlyPosition());
        Optional<CroppedImage> first = crop.images().stream().findFirst();
        Operation.Result result = wholeResponse
                ? Operation.Result.of(answer.response, answer.envelope)
                : Operation.Result.of(answer.images(), "image/jpeg", answer.envelope);
        return result.with(ResultHeader.ORIGIN_WIDTH, crop.originWidth())
                .with(ResultHeader.ORIGIN_HEIGHT, crop.originHeight())
                .with(ResultHeader.POSITION, first.flatMap(CropOperation::corners))
                .with(ResultHeader.ANGLE, first.map(CroppedImage::angle))
                .with(ResultHeader.CROPPED_WIDTH, first.map(CroppedImage::croppedWidth))
                .with(ResultHeader.CROPPED_HEIGHT, first.map(CroppedImage::croppedHeight));
    }

    private static HttpEntity body(Invocation invocation) {
        Optional<String> fileUrl = invocation.fileUrl();
        return fileUrl.isPresent()
                ? RequestBodies.text(fileUrl.get())
                : RequestBodies.octetStream(invocation.document(DocumentRules.CROP));
    }

    /** Returns the corners as text, because JMS and HTTP transmit no lists in headers. */
    private static Optional<String> corners(CroppedImage image) {
        return image.position().isEmpty()
                ? Optional.empty()
                : Optional.of(image.position().stream().map(String::valueOf).collect(Collectors.joining(",")));
    }

    /** Crop response, read in one pass. Each image is decoded from Base64 into a stream cache while it arrives. */
    static final class Received implements Envelope.PayloadReader {
        private static final Pattern IMAGE = Pattern.compile("/result/image_list/\\d+/image");

        /** Null after the response was read: an answer that is kept must not keep its exchange. */
        private Supplier<SpoolingOutputStream> spools;

        private final TokenBuffer tokens = new TokenBuffer(ModelJson.mapper(), false).forceUseOfBigDecimal(true);
        private Envelope envelope;
        private CropResponse response;
        private boolean hasResult;
        private long responseBytes;
        private int images;
        private String decodingError;

        private Received(Supplier<SpoolingOutputStream> spools) {
            this.spools = spools;
        }

        /**
         * Reads a response and spools its images.
         *
         * @param spools opens the storage for one image
         * @throws IOException if the response cannot be read, or is not a response of the service
         */
        static Received read(ServiceResponse response, Supplier<SpoolingOutputStream> spools) throws IOException {
            Received received = new Received(spools);
            received.responseBytes = response.length();
            try (JsonParser parser = JsonResponses.openToHold(response.body())) {
                received.tokens.writeStartObject();
                Envelope envelope = Envelope.scan(response, parser, received);
                received.tokens.writeEndObject();
                received.response = ModelJson.mapper().readValue(received.tokens.asParser(), CropResponse.class);
                received.envelope =
                        envelope.withDetail(detail(received.response).map(response.redaction()::apply));
                received.spools = null;
                return received;
            }
        }

        private static Optional<String> detail(CropResponse response) {
            return response.other().get("data") instanceof Map<?, ?> data && data.get("message") instanceof String text
                    ? Optional.of(text)
                    : Optional.empty();
        }

        /** Returns the response; an image that is not Base64 is null. */
        CropResponse response() {
            return response;
        }

        /**
         * Requires a successful and complete response, and returns it.
         *
         * @throws DocprocException if the call failed, the response has no result, or an image is not Base64. The
         *     exception contains the response with the images that are Base64
         */
        Received requireSuccess() {
            envelope.requireSuccess(() -> response);
            if (!hasResult || decodingError != null) {
                throw invalid(hasResult ? decodingError : "the response has no 'result'");
            }
            return this;
        }

        /** Returns the image, or a list if the response contains several. */
        Object images() {
            List<CroppedImage> entries = response.result().images();
            List<StreamCache> jpegs = new ImageList(entries);
            if (jpegs.isEmpty()) {
                throw invalid("the response contains no image ("
                        + (entries.isEmpty() ? "image_list is empty" : "its entry has no 'image'")
                        + "), which output=image requires; set output=response to receive the response as the body");
            }
            return jpegs.size() == 1 ? jpegs.get(0) : jpegs;
        }

        private DocprocException invalid(String reason) {
            String message = reason + "; the response is available from getResponse() of this exception";
            return DocprocInvalidResponseException.withResponse(
                    envelope.failure().withReason(message), response, null);
        }

        @Override
        public void read(String field, JsonParser parser) throws IOException {
            hasResult |= field.equals("result") && parser.currentToken() == JsonToken.START_OBJECT;
            copy(field, parser);
        }

        @Override
        public void readScalar(String field, JsonParser parser) throws IOException {
            copy(field, parser);
        }

        /** Copies a value, with stream caches instead of images. */
        private void copy(String field, JsonParser parser) throws IOException {
            tokens.writeFieldName(field);
            int depth = 0;
            for (JsonToken token = parser.currentToken(); ; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_STRING && isImage(parser)) {
                    copyImage(parser);
                } else {
                    tokens.copyCurrentEvent(parser);
                }
                depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
                if (depth == 0) {
                    return;
                }
            }
        }

        private static boolean isImage(JsonParser parser) throws IOException {
            return "image".equals(parser.currentName())
                    && IMAGE.matcher(parser.getParsingContext().pathAsPointer().toString())
                            .matches();
        }

        private void copyImage(JsonParser parser) throws IOException {
            images++;
            SpoolingOutputStream spool = spools.get();
            // Most responses are one image.
            long expected = images == 1 ? responseBytes / 4 * 3 : 0;
            if (!JsonResponses.decodeBase64(parser, expected, spool)) {
                if (decodingError == null) {
                    decodingError = "image " + images + " of image_list is not Base64";
                }
                tokens.writeNull();
            } else if (spool.length() == 0) {
                tokens.writeString("");
            } else {
                tokens.writeEmbeddedObject(spool.content());
            }
        }
    }

    /**
     * Images of a crop response. Each access returns a new copy of the stream, positioned at its start. Copies are
     * necessary because Camel copies and resets a stream cache only if it is the message body itself. It does not do so
     * for an element of a list that several exchanges share.
     */
    private static final class ImageList extends AbstractList<StreamCache> implements RandomAccess, Serializable {
        private static final long serialVersionUID = 1L;

        private final transient List<CroppedImage> images;

        /** Creates a list of the entries that have an image. */
        ImageList(List<CroppedImage> entries) {
            images = entries.stream().filter(entry -> entry.jpeg().isPresent()).toList();
        }

        @Override
        public StreamCache get(int index) {
            return Objects.requireNonNull(images.get(index).image());
        }

        @Override
        public int size() {
            return images.size();
        }

        /** Serializes the images as a list of byte arrays, as Camel does with a single stream. */
        private Object writeReplace() throws IOException {
            ArrayList<byte[]> jpegs = new ArrayList<>();
            for (StreamCache image : this) {
                ByteArrayOutputStream jpeg = new ByteArrayOutputStream();
                image.writeTo(jpeg);
                jpegs.add(jpeg.toByteArray());
            }
            return jpegs;
        }
    }
}
