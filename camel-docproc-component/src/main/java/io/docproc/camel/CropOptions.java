/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** The parameters of a crop call (interface document, endpoint 1). What is not set is not sent. */
@UriParams
public class CropOptions {
    @UriParam(
            label = "producer,crop",
            enums = "-1,1,2,3,4,5,6",
            description = "Enhancement: -1 none, 1 brighten, 2 enhance and sharpen, 3 black and white, 4 grayscale, 5 "
                    + "shadow removal and enhancement, 6 bitmap (dithered). The service takes -1 when it is not set. "
                    + "Also as header CamelDocprocEnhanceMode. Example: 5")
    private Integer enhanceMode;

    @UriParam(
            label = "producer,crop",
            defaultValue = "true",
            description =
                    "Whether the detected document is cut out; the service does when it is not set. Also as header "
                            + "CamelDocprocCropImage. Example: false")
    private Boolean cropImage;

    @UriParam(
            label = "producer,crop",
            description =
                    "Whether only the corners are returned and no image; the message body is then a CropResponse. "
                            + "Also as header CamelDocprocOnlyPosition. Example: true")
    private Boolean onlyPosition;

    @UriParam(
            label = "producer,crop",
            defaultValue = "true",
            description =
                    "Whether curvature and perspective are corrected; the service does when it is not set. Also as "
                            + "header CamelDocprocDewarpImage. Example: false")
    private Boolean dewarpImage;

    @UriParam(
            label = "producer,crop",
            description = "Whether the image is sharpened; independent of enhanceMode and combinable with it. Also as "
                    + "header CamelDocprocDeblurImage. Example: true")
    private Boolean deblurImage;

    @UriParam(
            label = "producer,crop",
            description = "Whether a page that lies on its side or upside down is turned upright; its angle is "
                    + "then reported in the header CamelDocprocAngle. Also as header "
                    + "CamelDocprocCorrectDirection. Example: true")
    private Boolean correctDirection;

    @UriParam(
            label = "producer,crop",
            description = "Whether the crop gets rounded corners. Also as header CamelDocprocRoundImage. Example: true")
    private Boolean roundImage;

    @UriParam(
            label = "producer,crop",
            description =
                    "JPEG quality of the result, 1 to 100; the service recommends 65 to 100 and takes 95 when it is "
                            + "not set. Also as header CamelDocprocJpegQuality. Example: 85")
    private Integer jpegQuality;

    @UriParam(
            label = "producer,crop",
            description = "Size and corners of the crop as width,height,x1,y1,x2,y2,x3,y3,x4,y4 in pixels (top-left, "
                    + "top-right, bottom-right, bottom-left) in place of detection; a width or height of 0 means the "
                    + "service decides. Also as header CamelDocprocSizeAndPosition. Example: "
                    + "0,0,10,10,800,12,790,1100,12,1090")
    private String sizeAndPosition;

    /** Enhancement: -1 none, 1 brighten, 2 enhance and sharpen, 3 black and white, 4 grayscale, 5 shadow removal and enhancement, 6 bitmap (dithered). */
    public Integer getEnhanceMode() {
        return enhanceMode;
    }

    /** Enhancement: -1 none, 1 brighten, 2 enhance and sharpen, 3 black and white, 4 grayscale, 5 shadow removal and enhancement, 6 bitmap (dithered). */
    public void setEnhanceMode(Integer enhanceMode) {
        this.enhanceMode = enhanceMode;
    }

    /** Whether the detected document is cut out; the service does when it is not set. */
    public Boolean getCropImage() {
        return cropImage;
    }

    /** Whether the detected document is cut out; the service does when it is not set. */
    public void setCropImage(Boolean cropImage) {
        this.cropImage = cropImage;
    }

    /** Whether only the corners are returned and no image; the message body is then a CropResponse. */
    public Boolean getOnlyPosition() {
        return onlyPosition;
    }

    /** Whether only the corners are returned and no image; the message body is then a CropResponse. */
    public void setOnlyPosition(Boolean onlyPosition) {
        this.onlyPosition = onlyPosition;
    }

    /** Whether curvature and perspective are corrected; the service does when it is not set. */
    public Boolean getDewarpImage() {
        return dewarpImage;
    }

    /** Whether curvature and perspective are corrected; the service does when it is not set. */
    public void setDewarpImage(Boolean dewarpImage) {
        this.dewarpImage = dewarpImage;
    }

    /** Whether the image is sharpened; independent of enhanceMode and combinable with it. */
    public Boolean getDeblurImage() {
        return deblurImage;
    }

    /** Whether the image is sharpened; independent of enhanceMode and combinable with it. */
    public void setDeblurImage(Boolean deblurImage) {
        this.deblurImage = deblurImage;
    }

    /** Whether a page that lies on its side or upside down is turned upright; its angle is then reported in the header CamelDocprocAngle. */
    public Boolean getCorrectDirection() {
        return correctDirection;
    }

    /** Whether a page that lies on its side or upside down is turned upright; its angle is then reported in the header CamelDocprocAngle. */
    public void setCorrectDirection(Boolean correctDirection) {
        this.correctDirection = correctDirection;
    }

    /** Whether the crop gets rounded corners. */
    public Boolean getRoundImage() {
        return roundImage;
    }

    /** Whether the crop gets rounded corners. */
    public void setRoundImage(Boolean roundImage) {
        this.roundImage = roundImage;
    }

    /** JPEG quality of the result, 1 to 100; the service recommends 65 to 100 and takes 95 when it is not set. */
    public Integer getJpegQuality() {
        return jpegQuality;
    }

    /** JPEG quality of the result, 1 to 100; the service recommends 65 to 100 and takes 95 when it is not set. */
    public void setJpegQuality(Integer jpegQuality) {
        this.jpegQuality = jpegQuality;
    }

    /** Size and corners of the crop as width,height,x1,y1,x2,y2,x3,y3,x4,y4 in pixels (top-left, top-right, bottom-right, bottom-left) in place of detection; a width or height of 0 means the service decides. */
    public String getSizeAndPosition() {
        return sizeAndPosition;
    }

    /** Size and corners of the crop as width,height,x1,y1,x2,y2,x3,y3,x4,y4 in pixels (top-left, top-right, bottom-right, bottom-left) in place of detection; a width or height of 0 means the service decides. */
    public void setSizeAndPosition(String sizeAndPosition) {
        this.sizeAndPosition = sizeAndPosition;
    }
}
