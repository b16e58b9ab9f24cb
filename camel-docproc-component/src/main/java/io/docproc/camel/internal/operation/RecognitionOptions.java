/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** Recognition options that extraction and parsing share. Options that are not set are not sent. */
@UriParams
public final class RecognitionOptions {
    static final CallOption<Boolean> CROP_DEWARP = CallOption.flag("cropDewarp");
    static final CallOption<Boolean> REMOVE_WATERMARK = CallOption.flag("removeWatermark");
    static final CallOption<String> PARSE_MODE = CallOption.text("parseMode");
    static final CallOption<Integer> FORMULA_LEVEL = CallOption.integerFrom("formulaLevel", 0);
    static final CallOption<String> PDF_PASSWORD = CallOption.of("pdfPassword", String.class, "a password");

    @UriParam(
            label = "producer,extract,parse",
            javaType = "Boolean",
            enums = "true,false",
            description = "Whether the service crops and straightens pages before recognition. Also as header "
                    + "CamelDocprocCropDewarp. Example: true")
    private Boolean cropDewarp;

    @UriParam(
            label = "producer,extract,parse",
            javaType = "Boolean",
            enums = "true,false",
            description = "Whether the service removes watermarks before recognition. Also as header "
                    + "CamelDocprocRemoveWatermark. Example: true")
    private Boolean removeWatermark;

    @UriParam(
            label = "producer,extract,parse",
            description = "Recognition mode of the service. Known values: auto, scan, lite, parse, vlm. Also as header "
                    + "CamelDocprocParseMode. Example: scan")
    private String parseMode;

    @UriParam(
            label = "producer,extract,parse",
            description = "Level of formula recognition. Known values: 0, 1, 2. Also as header "
                    + "CamelDocprocFormulaLevel. Example: 0")
    private Integer formulaLevel;

    @UriParam(
            label = "producer,extract,parse",
            secret = true,
            description =
                    "Password of a protected PDF. Also as header CamelDocprocPdfPassword. Example: {{pdf.password}}")
    private String pdfPassword;

    public Boolean getCropDewarp() {
        return cropDewarp;
    }

    public void setCropDewarp(Boolean cropDewarp) {
        this.cropDewarp = cropDewarp;
    }

    public Boolean getRemoveWatermark() {
        return removeWatermark;
    }

    public void setRemoveWatermark(Boolean removeWatermark) {
        this.removeWatermark = removeWatermark;
    }

    public String getParseMode() {
        return parseMode;
    }

    public void setParseMode(String parseMode) {
        this.parseMode = parseMode;
    }

    public Integer getFormulaLevel() {
        return formulaLevel;
    }

    public void setFormulaLevel(Integer formulaLevel) {
        this.formulaLevel = formulaLevel;
    }

    public String getPdfPassword() {
        return pdfPassword;
    }

    public void setPdfPassword(String pdfPassword) {
        this.pdfPassword = pdfPassword;
    }
}
