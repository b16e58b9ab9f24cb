/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import static io.docproc.camel.operation.WireField.plain;
import static io.docproc.camel.operation.WireField.zeroOrOne;

import io.docproc.camel.document.Document;
import io.docproc.camel.document.DocumentRules;
import io.docproc.camel.http.RequestBodies;
import io.docproc.camel.http.ServiceCall;
import io.docproc.camel.model.CropResponse;
import io.docproc.camel.model.CropResult;
import io.docproc.camel.model.CroppedImage;
import io.docproc.camel.operation.Outcome.Fact;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.StreamCache;
import org.apache.hc.core5.http.HttpEntity;

/** Crop and enhance (interface document, endpoint 1). */
final class CropOperation implements Operation {
    private static final String PATH = "/ai/service/v1/crop_enhance_image";
    private static final long MAX_ANSWER = 512L * 1024 * 1024;
    private static final Option<String> OUTPUT = Options.output("image", "response");

    private static final List<WireField> QUERY = List.of(
            plain(Options.ENHANCE_MODE, "enhance_mode"),
            zeroOrOne(Options.CROP_IMAGE, "crop_image"),
            zeroOrOne(Options.ONLY_POSITION, "only_position"),
            zeroOrOne(Options.DEWARP_IMAGE, "dewarp_image"),
            zeroOrOne(Options.DEBLUR_IMAGE, "deblur_image"),
            zeroOrOne(Options.CORRECT_DIRECTION, "correct_direction"),
            zeroOrOne(Options.ROUND_IMAGE, "round_image"),
            plain(Options.JPEG_QUALITY, "jpeg_quality"),
            plain(Options.SIZE_AND_POSITION, "size_and_positon"));

    static final List<Option<?>> OPTIONS =
            OptionLists.of(QUERY, Options.FILE_URL, Options.FILE_NAME, Options.VALIDATE_INPUT, OUTPUT);

    private final URI url;

    CropOperation(OperationContext context) {
        this.url = context.main(PATH);
    }

    @Override
    public Outcome perform(Invocation invocation) {
        CallOptions options = invocation.options();
        Map<String, String> query = new LinkedHashMap<>();
        WireField.writeQuery(QUERY, options, query);
        ServiceCall call = ServiceCall.post(invocation.operation(), url, body(invocation))
                .withQuery(query)
                .withMaxAnswerBytes(MAX_ANSWER);
        CropAnswer answer = invocation.call(call, response -> CropAnswer.read(response, invocation::spool));
        answer.envelope().requireSuccess();
        boolean wholeResponse = options.get(OUTPUT).filter("response"::equals).isPresent();
        return outcome(answer, wholeResponse || options.isOn(Options.ONLY_POSITION));
    }

    private static HttpEntity body(Invocation invocation) {
        Optional<String> fileUrl = invocation.fileUrl();
        if (fileUrl.isPresent()) {
            return RequestBodies.text(fileUrl.get());
        }
        Document document = invocation.document(DocumentRules.CROP);
        return RequestBodies.octetStream(new DocumentSource(document));
    }

    private static Outcome outcome(CropAnswer answer, boolean wholeResponse) {
        CropResponse response = answer.response();
        CropResult result = response.result();
        Outcome outcome = Outcome.of(wholeResponse ? response : images(answer), answer.envelope())
                .with(Fact.ORIGIN_WIDTH, result.originWidth())
                .with(Fact.ORIGIN_HEIGHT, result.originHeight());
        Optional<CroppedImage> first = result.images().stream().findFirst();
        return outcome.with(Fact.POSITION, first.map(CroppedImage::position))
                .with(Fact.ANGLE, first.map(CroppedImage::angle))
                .with(Fact.CROPPED_WIDTH, first.map(CroppedImage::croppedWidth))
                .with(Fact.CROPPED_HEIGHT, first.map(CroppedImage::croppedHeight));
    }

    /** The image; a list where there are several. */
    private static Object images(CropAnswer answer) {
        List<StreamCache> images = answer.response().result().images().stream()
                .flatMap(image -> image.jpeg().stream())
                .toList();
        if (images.isEmpty()) {
            throw answer.withoutImage();
        }
        return images.size() == 1 ? images.get(0) : images;
    }
}
