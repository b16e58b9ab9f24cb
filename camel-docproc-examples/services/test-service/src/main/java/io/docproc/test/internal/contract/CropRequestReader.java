/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import io.docproc.test.DocumentRules;
import io.docproc.test.ParameterError;
import io.docproc.test.RequestDocument;
import io.docproc.test.ServiceRequest;
import io.docproc.test.SizeAndPosition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/** Reads crop requests (interface document, Endpoints 1). */
public final class CropRequestReader implements RequestReader {
    /** Spelled this way by the interface document. */
    private static final String SIZE_AND_POSITION = "size_and_positon";

    private static final List<String> SWITCHES =
            List.of("crop_image", "only_position", "dewarp_image", "deblur_image", "correct_direction", "round_image");
    private static final Set<String> PARAMETERS = Set.of(
            "crop_image",
            "only_position",
            "dewarp_image",
            "deblur_image",
            "correct_direction",
            "round_image",
            "enhance_mode",
            "jpeg_quality",
            SIZE_AND_POSITION);
    private static final Set<Integer> ENHANCE_MODES = Set.of(-1, 1, 2, 3, 4, 5, 6);
    private static final int MAX_URL_BYTES = 8 * 1024;

    @Override
    public ServiceRequest read(IncomingCall call) throws IOException {
        requireParameters(call.query());
        return switch (call.mediaType()) {
            case "application/octet-stream" -> {
                RequestDocument document = call.files().save(call.body(), DocumentRules.MAX_BYTES);
                yield call.head().withDocument(UploadRules.requirePresent(document));
            }
            case "text/plain" -> call.head().withFileUrl(HttpUrls.parse("body", url(call)));
            default ->
                throw UploadRules.noFile(
                        "Content-Type is " + call.shownContentType() + ", not application/octet-stream or text/plain");
        };
    }

    private static void requireParameters(QueryParameters query) {
        query.allowOnly(PARAMETERS);
        query.requireOneOf("enhance_mode", ENHANCE_MODES);
        query.requireBetween("jpeg_quality", 1, 100);
        SWITCHES.forEach(query::requireSwitch);
        query.text(SIZE_AND_POSITION).ifPresent(SizeAndPosition::parse);
    }

    /** Returns the text of a body. */
    static String url(IncomingCall call) throws IOException {
        byte[] body = call.body().readNBytes(MAX_URL_BYTES + 1);
        if (body.length == 0) {
            throw UploadRules.noFile("the body is empty");
        }
        if (body.length > MAX_URL_BYTES) {
            throw ParameterError.of("body", "longer", "a URL of at most " + MAX_URL_BYTES + " bytes");
        }
        return new String(body, StandardCharsets.UTF_8);
    }
}
