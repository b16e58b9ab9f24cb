/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** Recognition options that extraction and parsing share. Options that are not set are not sent. */
@UriParams
public final class RecognitionOptions {
    @UriParam(
            label = "producer,extract,parse",
            description = "Whether the service crops and straightens pages before recognition. Also as header "
                    + "CamelDocprocCropDewarp. Example: true")
    private Boolean cropDewarp;

    @UriParam(
            label = "producer,extract,parse",
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

    /** Returns whether the service crops and straightens pages before recognition. */
    public Boolean getCropDewarp() {
        return cropDewarp;
    }

    /** Sets whether the service crops and straightens pages before recognition. */
    public void setCropDewarp(Boolean cropDewarp) {
        this.cropDewarp = cropDewarp;
    }

    /** Returns whether the service removes watermarks before recognition. */
    public Boolean getRemoveWatermark() {
        return removeWatermark;
    }

    /** Sets whether the service removes watermarks before recognition. */
    public void setRemoveWatermark(Boolean removeWatermark) {
        this.removeWatermark = removeWatermark;
    }

    /** Returns the recognition mode of the service. */
    public String getParseMode() {
        return parseMode;
    }

    /** Sets the recognition mode of the service. */
    public void setParseMode(String parseMode) {
        this.parseMode = parseMode;
    }

    /** Returns the level of formula recognition. */
    public Integer getFormulaLevel() {
        return formulaLevel;
    }

    /** Sets the level of formula recognition. */
    public void setFormulaLevel(Integer formulaLevel) {
        this.formulaLevel = formulaLevel;
    }

    /** Returns the password of a protected PDF. */
    public String getPdfPassword() {
        return pdfPassword;
    }

    /** Sets the password of a protected PDF. */
    public void setPdfPassword(String pdfPassword) {
        this.pdfPassword = pdfPassword;
    }
}
