/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import static io.docproc.camel.internal.operation.RequestField.plain;
import static io.docproc.camel.internal.operation.RequestField.zeroOrOne;

import io.docproc.camel.internal.document.Document;
import io.docproc.camel.internal.document.DocumentRules;
import io.docproc.camel.internal.http.RequestBodies;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.model.CropResponse;
import io.docproc.camel.model.CropResult;
import io.docproc.camel.model.CroppedImage;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.StreamCache;
import org.apache.hc.core5.http.HttpEntity;

/** Operation {@code crop}: crops and enhances a photo of a page (interface document, endpoint 1). */
final class CropOperation implements Operation {
    private static final String PATH = "/ai/service/v1/crop_enhance_image";
    private static final long MAX_RESPONSE_BYTES = 512L * 1024 * 1024;
    private static final CallOption<String> OUTPUT = CallOptionCatalog.output("image", "response");

    private static final List<RequestField> QUERY = List.of(
            plain(CallOptionCatalog.ENHANCE_MODE, "enhance_mode"),
            zeroOrOne(CallOptionCatalog.CROP_IMAGE, "crop_image"),
            zeroOrOne(CallOptionCatalog.ONLY_POSITION, "only_position"),
            zeroOrOne(CallOptionCatalog.DEWARP_IMAGE, "dewarp_image"),
            zeroOrOne(CallOptionCatalog.DEBLUR_IMAGE, "deblur_image"),
            zeroOrOne(CallOptionCatalog.CORRECT_DIRECTION, "correct_direction"),
            zeroOrOne(CallOptionCatalog.ROUND_IMAGE, "round_image"),
            plain(CallOptionCatalog.JPEG_QUALITY, "jpeg_quality"),
            plain(CallOptionCatalog.SIZE_AND_POSITION, "size_and_positon"));

    static final List<CallOption<?>> OPTIONS = OperationOptions.of(
            QUERY, CallOptionCatalog.FILE_URL, CallOptionCatalog.FILE_NAME, CallOptionCatalog.VALIDATE_INPUT, OUTPUT);

    private final URI url;

    CropOperation(OperationContext context) {
        this.url = context.main(PATH);
    }

    @Override
    public OperationResult perform(Invocation invocation) {
        CallOptions options = invocation.options();
        Map<String, String> query = new LinkedHashMap<>();
        RequestField.writeQuery(QUERY, options, query);
        ServiceCall call = ServiceCall.post(invocation.operation(), url, body(invocation))
                .withQuery(query)
                .withMaxResponseBytes(MAX_RESPONSE_BYTES);
        CropResponseParser parser = invocation.billedCall(
                call, response -> CropResponseParser.read(response, invocation::spool), CropResponseParser::isComplete);
        parser.requireSuccess();
        boolean wholeResponse = options.get(OUTPUT).filter("response"::equals).isPresent();
        return outcome(parser, wholeResponse || options.isOn(CallOptionCatalog.ONLY_POSITION));
    }

    private static HttpEntity body(Invocation invocation) {
        Optional<String> fileUrl = invocation.fileUrl();
        if (fileUrl.isPresent()) {
            return RequestBodies.text(fileUrl.get());
        }
        Document document = invocation.documents().checked(DocumentRules.CROP);
        return RequestBodies.octetStream(document);
    }

    private static OperationResult outcome(CropResponseParser parser, boolean wholeResponse) {
        CropResponse response = parser.response();
        CropResult result = response.result();
        OperationResult outcome = OperationResult.of(wholeResponse ? response : images(parser), parser.envelope())
                .with(ResultHeader.ORIGIN_WIDTH, result.originWidth())
                .with(ResultHeader.ORIGIN_HEIGHT, result.originHeight());
        Optional<CroppedImage> first = result.images().stream().findFirst();
        return outcome.with(ResultHeader.POSITION, first.map(CroppedImage::position))
                .with(ResultHeader.ANGLE, first.map(CroppedImage::angle))
                .with(ResultHeader.CROPPED_WIDTH, first.map(CroppedImage::croppedWidth))
                .with(ResultHeader.CROPPED_HEIGHT, first.map(CroppedImage::croppedHeight));
    }

    /** Returns the image, or a list if the response contains several. */
    private static Object images(CropResponseParser parser) {
        List<StreamCache> images = new ImageList(parser.response().result().images());
        if (images.isEmpty()) {
            throw parser.withoutImage();
        }
        return images.size() == 1 ? images.get(0) : images;
    }
}
