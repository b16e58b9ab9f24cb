/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.util.TokenBuffer;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.internal.body.JsonResponses;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.http.Envelope;
import io.docproc.camel.internal.http.ServiceResponse;
import io.docproc.camel.model.CropResponse;
import io.docproc.camel.model.CropResult;
import io.docproc.camel.model.CroppedImage;
import io.docproc.camel.model.ModelJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.camel.StreamCache;

/**
 * Crop response, parsed in one pass. Each image is decoded from Base64 into a stream cache while it arrives.
 *
 * @param envelope the fields of the response outside of its result
 * @param response the complete response; an image that is not Base64 is null
 * @param defect the reason why the response cannot be delivered; empty if it can
 */
record CropResponseParser(Envelope envelope, CropResponse response, Optional<String> defect) {

    /**
     * Reads a response and spools its images.
     *
     * @param spools opens the storage for one image
     * @throws IOException if the response cannot be read, or is not a response of the service
     */
    static CropResponseParser read(ServiceResponse serviceResponse, Supplier<SpoolingOutputStream> spools)
            throws IOException {
        Payload payload = new Payload(spools);
        try (JsonParser parser = JsonResponses.openToHold(serviceResponse.body());
                TokenBuffer tokens = new TokenBuffer(parser).forceUseOfBigDecimal(true)) {
            parser.setCodec(ModelJson.mapper());
            payload.open(tokens);
            tokens.writeStartObject();
            Envelope envelope = Envelope.scan(serviceResponse, parser, payload);
            tokens.writeEndObject();
            CropResponse response = ModelJson.mapper().readValue(tokens.asParser(), CropResponse.class);
            return new CropResponseParser(
                    envelope.withDetail(detail(response).map(serviceResponse.redaction()::apply)),
                    response,
                    payload.defect());
        } catch (Error e) {
            throw DocprocInvalidResponseException.withError(
                    serviceResponse.unreadable(), serviceResponse.excerpt(), payload.decoded(), e);
        }
    }

    private static Optional<String> detail(CropResponse response) {
        return response.other().get("data") instanceof Map<?, ?> data && data.get("message") instanceof String text
                ? Optional.of(text)
                : Optional.empty();
    }

    /** Returns whether the call succeeded and the response can be delivered. */
    boolean isComplete() {
        return envelope.succeeded() && defect.isEmpty();
    }

    /**
     * Requires a successful response.
     *
     * @throws DocprocException if the call failed, the response has no result, or an image is not Base64. The exception
     *     contains the response with the images that were decoded
     */
    void requireSuccess() {
        envelope.requireSuccess(() -> response);
        if (defect.isPresent()) {
            throw invalidResponse(defect.get());
        }
    }

    /** Returns the exception for a successful response without the requested image. */
    DocprocException withoutImage() {
        return invalidResponse(
                response.result().images().isEmpty()
                        ? "the response contains no image (image_list is empty), which output=image requires; set"
                                + " output=response to receive the response as the body"
                        : "the response contains no image (its entry has no 'image'), which output=image requires; set"
                                + " output=response to receive the response as the body");
    }

    private DocprocException invalidResponse(String reason) {
        String message = reason + "; the response is available from getResponse() of this exception";
        return DocprocInvalidResponseException.withResponse(envelope.failure().withReason(message), response, null);
    }

    /** Copies the response to a token buffer and replaces each image by a stream cache. */
    private static final class Payload implements Envelope.PayloadReader {
        private final Supplier<SpoolingOutputStream> spools;
        private final List<CroppedImage> decodedImages = new ArrayList<>();
        private TokenBuffer tokens;
        private boolean hasResult;
        private int images;
        private Optional<String> decodingError = Optional.empty();

        Payload(Supplier<SpoolingOutputStream> spools) {
            this.spools = spools;
        }

        void open(TokenBuffer buffer) {
            tokens = buffer;
        }

        /** Returns a response with the images that have been decoded; null if there are none. */
        CropResponse decoded() {
            return decodedImages.isEmpty()
                    ? null
                    : new CropResponse(
                            0, "", null, null, "", new CropResult(0, 0, List.copyOf(decodedImages), null), null);
        }

        Optional<String> defect() {
            return hasResult ? decodingError : Optional.of("the response has no 'result'");
        }

        @Override
        public void read(String field, JsonParser parser) throws IOException {
            tokens.writeFieldName(field);
            if (field.equals("result") && parser.currentToken() == JsonToken.START_OBJECT) {
                hasResult = true;
                copyObject(parser, "image_list", this::copyImages);
            } else {
                tokens.copyCurrentStructure(parser);
            }
        }

        @Override
        public void readScalar(String field, JsonParser parser) throws IOException {
            tokens.writeFieldName(field);
            tokens.copyCurrentEvent(parser);
        }

        /** Copies the current value of the parser. */
        private interface Copy {
            void run(JsonParser parser) throws IOException;
        }

        private void copyObject(JsonParser parser, String special, Copy copy) throws IOException {
            tokens.writeStartObject();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                tokens.writeFieldName(name);
                parser.nextToken();
                if (name.equals(special)) {
                    copy.run(parser);
                } else {
                    tokens.copyCurrentStructure(parser);
                }
            }
            tokens.writeEndObject();
        }

        private void copyImages(JsonParser parser) throws IOException {
            if (parser.currentToken() != JsonToken.START_ARRAY) {
                tokens.copyCurrentStructure(parser);
                return;
            }
            tokens.writeStartArray();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                if (parser.currentToken() == JsonToken.START_OBJECT) {
                    copyObject(parser, "image", this::copyJpeg);
                } else {
                    tokens.copyCurrentStructure(parser);
                }
            }
            tokens.writeEndArray();
        }

        private void copyJpeg(JsonParser parser) throws IOException {
            if (parser.currentToken() != JsonToken.VALUE_STRING) {
                tokens.copyCurrentStructure(parser);
                return;
            }
            images++;
            try (SpoolingOutputStream spool = spools.get()) {
                boolean decoded = decode(parser, spool);
                spool.close();
                if (!decoded) {
                    spool.discard();
                    tokens.writeNull();
                } else if (spool.length() == 0) {
                    tokens.writeString("");
                } else {
                    StreamCache image = spool.content();
                    decodedImages.add(new CroppedImage(0, 0, image, null, -1, null));
                    tokens.writeEmbeddedObject(image);
                }
            }
        }

        /** Decodes an image. Returns false if the text is not Base64; the parser then skips the rest of the text. */
        private boolean decode(JsonParser parser, SpoolingOutputStream spool) throws IOException {
            try {
                parser.readBinaryValue(spool);
                return true;
            } catch (JsonEOFException e) {
                throw e;
            } catch (IllegalArgumentException | JsonParseException e) {
                decodingError = decodingError.or(() -> Optional.of("image " + images + " of image_list is not Base64"));
                return false;
            }
        }
    }
}
