/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.operation.OptionDeclaration.Allowed;
import io.docproc.camel.internal.operation.OptionDeclaration.PerCall;
import java.time.Duration;
import java.util.Map;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** Options that several operations have: the document, recognition, the result, and fields without an option. */
@UriParams
public final class DocumentOptions {
    /**
     * URL of a document that the service downloads itself, used instead of the message body. An absolute http or https
     * URL. Example: https://files.example.com/invoice.pdf
     */
    @UriParam(label = "crop,extract,parse,parseAsync,parseSync,call,producer")
    @PerCall(allowed = Allowed.URL)
    private String fileUrl;

    /**
     * Name under which the document is sent, without path. If not set, it is the header CamelFileName, else the name of
     * the file. Example: invoice.pdf
     */
    @UriParam(label = "crop,extract,parse,parseAsync,parseSync,call,producer")
    @PerCall
    private String fileName;

    /**
     * Whether the component checks the input against the limits of the service before it sends it. Invalid input is
     * then rejected without being billed. Example: false
     */
    @UriParam(label = "crop,extract,parse,parseAsync,parseSync,workflow,call,producer", defaultValue = "true")
    @PerCall
    private boolean validateInput = true;

    /**
     * Whether the same call returns the answer of an earlier one, from the resultRepository of the component. If false,
     * each call is made and billed, and unanswered calls are not counted. call stores the response only if this is true;
     * not for calls that change something, such as an upload. Example: false
     */
    @UriParam(label = "crop,extract,parse,parseAsync,parseSync,call,producer")
    @PerCall
    private Boolean storeResult;

    /**
     * Maximum time for which a call waits for the end of an outage, such as an unreachable service or an insufficient
     * balance, and is made again if it is certain or assumed not to be billed; 0 = the exception is thrown at once. If not
     * set, the option of the component applies to exchanges that nothing waits for (InOnly), and others do not wait.
     * Example: 15m
     */
    @UriParam(label = "producer", javaType = "java.time.Duration")
    @PerCall(allowed = Allowed.TIMEOUT)
    private Duration outageTimeout;

    /**
     * Content of the message body; the first value of an operation is its default. crop: image (the JPEG as a stream; a
     * List if there are several) or response (a CropResponse). extract: fields (a Map, or an instance of outputClass),
     * json (the fields as a JSON stream) or response (an ExtractResponse). parse, parseSync, parseResult, call: document (its
     * JSON), response (the whole response), markdown (a stream), elements, pages or pageMarkdown (Iterables for a
     * streaming split). call: files is an Iterable of the files of a list, of all of its pages if param.page_size is set;
     * bytes is a file as a stream. Example: response
     */
    @UriParam(
            label = "crop,extract,parse,parseSync,parseResult,call,common",
            enums = "image,fields,json,document,response,markdown,elements,pages,pageMarkdown,files,bytes")
    @PerCall(allowed = Allowed.OUTPUT)
    private String output;

    /**
     * Handling of a response of which only a part succeeded (code 50207). With accept, the part becomes the result.
     * With fail, the call throws a DocprocPartialFailureException that contains the part. Example: accept
     */
    @UriParam(label = "extract,parse,parseSync,parseResult,call,common", defaultValue = "fail", enums = "fail,accept")
    @PerCall
    private String partialFailure;

    /** Whether the service crops and straightens pages before recognition. Example: true */
    @UriParam(label = "extract,parse,parseAsync,parseSync,producer")
    @PerCall(field = "parse_options.crop_dewarp", parse = "capabilities.crop_dewarp")
    private Boolean cropDewarp;

    /** Whether the service removes watermarks before recognition. Example: true */
    @UriParam(label = "extract,parse,parseAsync,parseSync,producer")
    @PerCall(field = "parse_options.remove_watermark", parse = "capabilities.remove_watermark")
    private Boolean removeWatermark;

    /** Recognition mode of the service. Known values: auto, scan, lite, parse, vlm. Example: scan */
    @UriParam(label = "extract,parse,parseAsync,parseSync,producer")
    @PerCall(field = "parse_options.parse_mode", parse = "config.engine_params.parse_mode")
    private String parseMode;

    /**
     * Level of formula recognition. extract: 0 all formulas, 1 only formulas on their own lines, 2 none. parse, parseSync,
     * parseAsync: 0 standard, 1 enhanced. Example: 0
     */
    @UriParam(label = "extract,parse,parseAsync,parseSync,producer")
    @PerCall(
            field = "parse_options.formula_level",
            parse = "config.engine_params.formula_level",
            allowed = Allowed.FROM_0)
    private Integer formulaLevel;

    /** Password of a protected PDF. Example: {{pdf.password}} */
    @UriParam(label = "extract,parse,parseAsync,parseSync,producer", secret = true)
    @PerCall(field = "parse_options.pdf_pwd", parse = "document.password", allowed = Allowed.PASSWORD)
    private String pdfPassword;

    /**
     * Further request fields. crop, packages and call: query parameters; a list repeats its parameter. The other
     * operations: paths into the JSON of the request, with dots between the names; a text that is JSON is sent as that
     * JSON. The header CamelDocprocParam is a Map, in which null removes a field of the endpoint. Example:
     * param.parse_options.new_key=1
     */
    @UriParam(
            label = "crop,extract,parse,parseAsync,parseSync,packages,workflow,call,producer,advanced",
            prefix = "param.",
            multiValue = true)
    @PerCall(allowed = Allowed.FIELDS)
    private Map<String, Object> param;

    public Boolean getStoreResult() {
        return storeResult;
    }

    public void setStoreResult(Boolean storeResult) {
        this.storeResult = storeResult;
    }

    public Duration getOutageTimeout() {
        return outageTimeout;
    }

    public void setOutageTimeout(Duration outageTimeout) {
        this.outageTimeout = outageTimeout;
    }

    public String getFileUrl() {
        return fileUrl;
    }

    public void setFileUrl(String fileUrl) {
        this.fileUrl = fileUrl;
    }

    public String getFileName() {
        return fileName;
    }

    public void setFileName(String fileName) {
        this.fileName = fileName;
    }

    public boolean isValidateInput() {
        return validateInput;
    }

    public void setValidateInput(boolean validateInput) {
        this.validateInput = validateInput;
    }

    public String getOutput() {
        return output;
    }

    public void setOutput(String output) {
        this.output = output;
    }

    public String getPartialFailure() {
        return partialFailure;
    }

    public void setPartialFailure(String partialFailure) {
        this.partialFailure = partialFailure;
    }

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

    public Map<String, Object> getParam() {
        return param;
    }

    public void setParam(Map<String, Object> param) {
        this.param = param;
    }
}
