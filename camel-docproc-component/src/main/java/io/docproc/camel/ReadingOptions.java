/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** How the service reads a document, for extraction and parsing alike. What is not set is not sent. */
@UriParams
public class ReadingOptions {
    @UriParam(
            label = "producer,extract,parse",
            description = "Whether the service crops and straightens pages before it reads them. Also as header "
                    + "CamelDocprocCropDewarp. Example: true")
    private Boolean cropDewarp;

    @UriParam(
            label = "producer,extract,parse",
            description = "Whether the service removes watermarks before it reads. Also as header "
                    + "CamelDocprocRemoveWatermark. Example: true")
    private Boolean removeWatermark;

    @UriParam(
            label = "producer,extract,parse",
            description =
                    "How the service reads the document. Known values: auto, scan, lite, parse, vlm. Also as header "
                            + "CamelDocprocParseMode. Example: scan")
    private String parseMode;

    @UriParam(
            label = "producer,extract,parse",
            description = "How far formulas are recognized. Known values: 0, 1, 2. Also as header "
                    + "CamelDocprocFormulaLevel. Example: 0")
    private Integer formulaLevel;

    @UriParam(
            label = "producer,extract,parse",
            secret = true,
            description =
                    "Password of a protected PDF. Also as header CamelDocprocPdfPassword. Example: {{pdf.password}}")
    private String pdfPassword;

    /** Whether the service crops and straightens pages before it reads them. */
    public Boolean getCropDewarp() {
        return cropDewarp;
    }

    /** Whether the service crops and straightens pages before it reads them. */
    public void setCropDewarp(Boolean cropDewarp) {
        this.cropDewarp = cropDewarp;
    }

    /** Whether the service removes watermarks before it reads. */
    public Boolean getRemoveWatermark() {
        return removeWatermark;
    }

    /** Whether the service removes watermarks before it reads. */
    public void setRemoveWatermark(Boolean removeWatermark) {
        this.removeWatermark = removeWatermark;
    }

    /** How the service reads the document. */
    public String getParseMode() {
        return parseMode;
    }

    /** How the service reads the document. */
    public void setParseMode(String parseMode) {
        this.parseMode = parseMode;
    }

    /** How far formulas are recognized. */
    public Integer getFormulaLevel() {
        return formulaLevel;
    }

    /** How far formulas are recognized. */
    public void setFormulaLevel(Integer formulaLevel) {
        this.formulaLevel = formulaLevel;
    }

    /** Password of a protected PDF. */
    public String getPdfPassword() {
        return pdfPassword;
    }

    /** Password of a protected PDF. */
    public void setPdfPassword(String pdfPassword) {
        this.pdfPassword = pdfPassword;
    }
}
