/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.http.Answer;
import io.docproc.camel.http.Base64Texts;
import io.docproc.camel.http.Envelope;
import io.docproc.camel.http.EnvelopeScanner;
import io.docproc.camel.http.JsonAnswers;
import io.docproc.camel.http.Spool;
import io.docproc.camel.http.UnreadableJsonException;
import io.docproc.camel.model.CropResponse;
import io.docproc.camel.model.CropResult;
import io.docproc.camel.model.CroppedImage;
import io.docproc.camel.model.ModelJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.camel.StreamCache;

/**
 * A crop answer, read in one pass: each image is decoded from Base64 into a stream cache while it arrives.
 *
 * @param envelope what the answer carries beside its result
 * @param response the whole answer
 */
record CropAnswer(Envelope envelope, CropResponse response) {

    /** Reads an answer; images go to spools. */
    static CropAnswer read(Answer answer, Supplier<Spool> spools) throws IOException {
        Base64Texts texts = new Base64Texts(answer.body());
        Payload payload = new Payload(spools, texts);
        try (JsonParser parser = JsonAnswers.openToHold(texts.source())) {
            parser.setCodec(ModelJson.mapper());
            Envelope envelope = EnvelopeScanner.scan(answer, parser, payload)
                    .withDetail(Optional.ofNullable(payload.detail).map(answer.redaction()::apply));
            return new CropAnswer(envelope, payload.response(envelope));
        }
    }

    /** The exception for an answer that succeeded and holds no image although one was asked for. */
    DocprocException withoutImage() {
        String reason = response.result().images().isEmpty()
                ? "the answer holds no image (image_list is empty)"
                : "the answer holds no image (its entry has no 'image')";
        return new DocprocInvalidResponseException(
                envelope.failure().withMessage(reason + "; set output=response to take such answers as they are"),
                "",
                null);
    }

    private static final class Payload implements EnvelopeScanner.PayloadReader {
        private final Supplier<Spool> spools;
        private final Base64Texts texts;
        private final List<CroppedImage> images = new ArrayList<>();
        private final Map<String, Object> otherOfResult = new LinkedHashMap<>();
        private final Map<String, Object> otherOfResponse = new LinkedHashMap<>();
        private int originWidth;
        private int originHeight;
        private String detail;

        Payload(Supplier<Spool> spools, Base64Texts texts) {
            this.spools = spools;
            this.texts = texts;
        }

        @Override
        public void read(String field, JsonParser parser) throws IOException {
            if (field.equals("result") && parser.currentToken() == JsonToken.START_OBJECT) {
                readResult(parser);
            } else if (field.equals("data")) {
                detail = EnvelopeScanner.scalars(parser, Set.of("message")).get("message");
            } else {
                otherOfResponse.put(field, parser.readValueAs(Object.class));
            }
        }

        @Override
        public void readScalar(String field, JsonParser parser) throws IOException {
            if (!field.equals("result")) {
                otherOfResponse.put(field, parser.readValueAs(Object.class));
            }
        }

        private void readResult(JsonParser parser) throws IOException {
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                switch (name) {
                    case "origin_width" -> originWidth = integer(parser, 0);
                    case "origin_height" -> originHeight = integer(parser, 0);
                    case "image_list" -> readImages(parser);
                    default -> otherOfResult.put(name, parser.readValueAs(Object.class));
                }
            }
        }

        private void readImages(JsonParser parser) throws IOException {
            if (parser.currentToken() != JsonToken.START_ARRAY) {
                parser.skipChildren();
                return;
            }
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                if (parser.currentToken() == JsonToken.START_OBJECT) {
                    images.add(readImage(parser));
                } else if (parser.currentToken() != JsonToken.VALUE_NULL) {
                    throw new UnreadableJsonException("image_list holds something that is not an object");
                }
            }
        }

        private CroppedImage readImage(JsonParser parser) throws IOException {
            ImageFields image = new ImageFields();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                switch (name) {
                    case "cropped_width" -> image.width = integer(parser, 0);
                    case "cropped_height" -> image.height = integer(parser, 0);
                    case "angle" -> image.angle = integer(parser, -1);
                    case "position" -> image.position = readPosition(parser);
                    case "image" -> image.jpeg = readJpeg(parser);
                    default -> image.other.put(name, parser.readValueAs(Object.class));
                }
            }
            return image.toRecord();
        }

        private static List<Integer> readPosition(JsonParser parser) throws IOException {
            if (parser.currentToken() != JsonToken.START_ARRAY) {
                parser.skipChildren();
                return List.of();
            }
            List<Integer> position = new ArrayList<>(8);
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                position.add(integer(parser, 0));
            }
            return List.copyOf(position);
        }

        private static int integer(JsonParser parser, int absent) throws IOException {
            if (parser.currentToken().isScalarValue() && parser.currentToken() != JsonToken.VALUE_NULL) {
                return parser.getValueAsInt(absent);
            }
            parser.skipChildren();
            return absent;
        }

        private StreamCache readJpeg(JsonParser parser) throws IOException {
            if (parser.currentToken() != JsonToken.VALUE_STRING) {
                parser.skipChildren();
                return null;
            }
            try (Spool spool = spools.get()) {
                texts.decode(parser, spool);
                spool.close();
                return spool.length() == 0 ? null : spool.content();
            } catch (IllegalArgumentException notBase64) {
                throw new UnreadableJsonException("an image is not Base64");
            }
        }

        CropResponse response(Envelope envelope) {
            return new CropResponse(
                    envelope.code(),
                    envelope.message(),
                    envelope.version().isEmpty() ? null : envelope.version(),
                    envelope.duration().orElse(null),
                    envelope.requestId(),
                    new CropResult(originWidth, originHeight, List.copyOf(images), otherOfResult),
                    otherOfResponse);
        }
    }

    private static final class ImageFields {
        private int width;
        private int height;
        private int angle = -1;
        private List<Integer> position = List.of();
        private StreamCache jpeg;
        private final Map<String, Object> other = new LinkedHashMap<>();

        CroppedImage toRecord() {
            return new CroppedImage(width, height, jpeg, position, angle, other);
        }
    }
}
