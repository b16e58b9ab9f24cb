/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/**
 * Options for the input document and for the message body of the result, shared by all operations that process a
 * document.
 */
@UriParams
public final class DocumentOptions {
    static final CallOption<String> FILE_URL = CallOption.url("fileUrl");
    static final CallOption<String> FILE_NAME = CallOption.text("fileName");
    static final CallOption<Boolean> VALIDATE_INPUT = CallOption.flag("validateInput");

    @UriParam(
            label = "producer",
            description = "URL of a document that the service downloads itself, used instead of the message body. An "
                    + "absolute http or https URL. Also as header CamelDocprocFileUrl. Example: "
                    + "https://files.example.com/invoice.pdf")
    private String fileUrl;

    @UriParam(
            label = "producer",
            description = "Name under which the document is sent. If not set, the header CamelFileName is used. A path "
                    + "is removed from the name. Also as header CamelDocprocFileName. Example: invoice.pdf")
    private String fileName;

    @UriParam(
            label = "producer",
            defaultValue = "true",
            description =
                    "Whether the component checks the size, detected type and image dimensions of a document, and "
                            + "the levels and fields of a schema, against the limits of the service before it sends the "
                            + "document. An invalid document is then rejected without being billed. Also as header "
                            + "CamelDocprocValidateInput. Example: false")
    private boolean validateInput = true;

    @UriParam(
            enums = "image,fields,json,document,response,markdown,elements,pages,bytes",
            description = "Content of the message body; the first value of an operation is its default. crop: image "
                    + "(the JPEG as a stream; a List if the service returns several) or response (a CropResponse). "
                    + "extract: fields (the extracted fields as a Map, or an instance of outputClass), json (the fields "
                    + "as a JSON stream, for example for JMS) or response (an ExtractResponse). parseSync, parseResult, "
                    + "webhook: document (the JSON of the parsed document), response (the whole response), markdown "
                    + "(only the Markdown text, as a stream), elements or pages (an Iterable for a streaming "
                    + "split); webhook requires fetchResult. call: document (the JSON of data or result), response (the "
                    + "whole response) or bytes (a binary response as a stream). Also as header CamelDocprocOutput. "
                    + "Example: response")
    private String output;

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
}
