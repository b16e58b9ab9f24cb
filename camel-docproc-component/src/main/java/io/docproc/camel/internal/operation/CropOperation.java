/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.body.Document;
import io.docproc.camel.internal.body.DocumentRules;
import io.docproc.camel.internal.http.RequestBodies;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.model.CropResponse;
import io.docproc.camel.model.CropResult;
import io.docproc.camel.model.CroppedImage;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.camel.StreamCache;
import org.apache.hc.core5.http.HttpEntity;

/** Operation {@code crop}: crops and enhances a photo of a page (interface document, endpoint 1). */
final class CropOperation implements Operation {
    private static final String PATH = "/ai/service/v1/crop_enhance_image";
    private static final long MAX_RESPONSE_BYTES = 512L * 1024 * 1024;

    private final URI url;

    CropOperation(OperationContext context) {
        this.url = context.main(PATH);
    }

    @Override
    public OperationResult perform(Invocation invocation) {
        CallOptions options = invocation.options();
        ServiceCall call = ServiceCall.post(invocation.operation(), RequestFields.query(url, options), body(invocation))
                .withMaxResponseBytes(MAX_RESPONSE_BYTES);
        CropResponseParser parser = invocation.billedCall(
                call, response -> CropResponseParser.read(response, invocation::spool), CropResponseParser::isComplete);
        parser.requireSuccess();
        CropResponse response = parser.response();
        boolean wholeResponse = options.has("output", "response") || options.isOn("onlyPosition");
        return withHeaders(
                OperationResult.of(wholeResponse ? response : images(parser), parser.envelope()), response.result());
    }

    private static HttpEntity body(Invocation invocation) {
        Optional<String> fileUrl = invocation.fileUrl();
        if (fileUrl.isPresent()) {
            return RequestBodies.text(fileUrl.get());
        }
        Document document = invocation.documents().checked(DocumentRules.CROP);
        return RequestBodies.octetStream(document);
    }

    private static OperationResult withHeaders(OperationResult result, CropResult crop) {
        Optional<CroppedImage> first = crop.images().stream().findFirst();
        return result.with(ResultHeader.ORIGIN_WIDTH, crop.originWidth())
                .with(ResultHeader.ORIGIN_HEIGHT, crop.originHeight())
                .with(ResultHeader.POSITION, first.flatMap(CropOperation::corners))
                .with(ResultHeader.ANGLE, first.map(CroppedImage::angle))
                .with(ResultHeader.CROPPED_WIDTH, first.map(CroppedImage::croppedWidth))
                .with(ResultHeader.CROPPED_HEIGHT, first.map(CroppedImage::croppedHeight));
    }

    /** Returns the corners as text, because JMS and HTTP transmit no lists in headers. */
    private static Optional<String> corners(CroppedImage image) {
        return image.position().isEmpty()
                ? Optional.empty()
                : Optional.of(image.position().stream().map(String::valueOf).collect(Collectors.joining(",")));
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
