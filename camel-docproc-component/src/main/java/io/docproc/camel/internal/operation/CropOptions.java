/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.operation.OptionDeclaration.Allowed;
import io.docproc.camel.internal.operation.OptionDeclaration.PerCall;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** Options of {@code crop} (interface document, endpoint 1). Options that are not set are not sent. */
@UriParams
public final class CropOptions {
    /**
     * Enhancement: -1 none (as if not set), 1 brighten, 2 enhance and sharpen, 3 black and white, 4 grayscale, 5 shadow removal and
     * enhancement, 6 bitmap (dithered). Example: 5
     */
    @UriParam(label = "crop,producer", enums = "-1,1,2,3,4,5,6")
    @PerCall(field = "enhance_mode")
    private Integer enhanceMode;

    /** Whether the service crops the image to the detected document, as it does if not set. Example: false */
    @UriParam(label = "crop,producer")
    @PerCall(field = "crop_image")
    private Boolean cropImage;

    /**
     * Whether the response contains only the corners and no image. The message body is then a CropResponse. Example:
     * true
     */
    @UriParam(label = "crop,producer")
    @PerCall(field = "only_position")
    private Boolean onlyPosition;

    /** Whether the service corrects curvature and perspective, as it does if not set. Example: false */
    @UriParam(label = "crop,producer")
    @PerCall(field = "dewarp_image")
    private Boolean dewarpImage;

    /** Whether the service sharpens the image. Independent of enhanceMode and combinable with it. Example: true */
    @UriParam(label = "crop,producer")
    @PerCall(field = "deblur_image")
    private Boolean deblurImage;

    /**
     * Whether the service rotates a page that lies on its side or upside down into upright position. The header
     * CamelDocprocAngle then contains the detected angle. Example: true
     */
    @UriParam(label = "crop,producer")
    @PerCall(field = "correct_direction")
    private Boolean correctDirection;

    /** Whether the cropped image has rounded corners. Example: true */
    @UriParam(label = "crop,producer")
    @PerCall(field = "round_image")
    private Boolean roundImage;

    /** JPEG quality of the result, 1 to 100. The service recommends 65 to 100, and uses 95 if not set. Example: 85 */
    @UriParam(label = "crop,producer")
    @PerCall(field = "jpeg_quality", allowed = Allowed.FROM_1_TO_100)
    private Integer jpegQuality;

    /**
     * Size and corners of the crop as width,height,x1,y1,x2,y2,x3,y3,x4,y4 in pixels (top-left, top-right,
     * bottom-right, bottom-left), used instead of detection. If width or height is 0, the service chooses it. Example:
     * 0,0,10,10,800,12,790,1100,12,1090
     */
    @UriParam(label = "crop,producer")
    @PerCall(field = "size_and_positon", allowed = Allowed.SIZE_AND_POSITION)
    private String sizeAndPosition;

    public Integer getEnhanceMode() {
        return enhanceMode;
    }

    public void setEnhanceMode(Integer enhanceMode) {
        this.enhanceMode = enhanceMode;
    }

    public Boolean getCropImage() {
        return cropImage;
    }

    public void setCropImage(Boolean cropImage) {
        this.cropImage = cropImage;
    }

    public Boolean getOnlyPosition() {
        return onlyPosition;
    }

    public void setOnlyPosition(Boolean onlyPosition) {
        this.onlyPosition = onlyPosition;
    }

    public Boolean getDewarpImage() {
        return dewarpImage;
    }

    public void setDewarpImage(Boolean dewarpImage) {
        this.dewarpImage = dewarpImage;
    }

    public Boolean getDeblurImage() {
        return deblurImage;
    }

    public void setDeblurImage(Boolean deblurImage) {
        this.deblurImage = deblurImage;
    }

    public Boolean getCorrectDirection() {
        return correctDirection;
    }

    public void setCorrectDirection(Boolean correctDirection) {
        this.correctDirection = correctDirection;
    }

    public Boolean getRoundImage() {
        return roundImage;
    }

    public void setRoundImage(Boolean roundImage) {
        this.roundImage = roundImage;
    }

    public Integer getJpegQuality() {
        return jpegQuality;
    }

    public void setJpegQuality(Integer jpegQuality) {
        this.jpegQuality = jpegQuality;
    }

    public String getSizeAndPosition() {
        return sizeAndPosition;
    }

    public void setSizeAndPosition(String sizeAndPosition) {
        this.sizeAndPosition = sizeAndPosition;
    }
}
