/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** What goes into a call and what comes out, for every operation that takes a document. */
@UriParams
public class DocumentOptions {
    @UriParam(
            label = "producer",
            description =
                    "Address of a document that the service fetches itself, in place of the message body. Must be an "
                            + "absolute http or https URL. Also as header CamelDocprocFileUrl. Example: "
                            + "https://files.example.com/invoice.pdf")
    private String fileUrl;

    @UriParam(
            label = "producer",
            description =
                    "Name under which the document is sent; without it the header CamelFileName is taken. A path is "
                            + "stripped from it. Also as header CamelDocprocFileName. Example: invoice.pdf")
    private String fileName;

    @UriParam(
            label = "producer",
            defaultValue = "true",
            description = "Whether the component checks size, real type and image dimensions against the limits of the "
                    + "service before it sends a document, so that a call that must fail costs nothing. Also as header "
                    + "CamelDocprocValidateInput. Example: false")
    private boolean validateInput = true;

    @UriParam(
            label = "producer",
            enums = "image,fields,document,response",
            description = "What the message body becomes. crop: image (the JPEG as a stream; a List when the service "
                    + "returns several) or response (a CropResponse). extract: fields (the extracted fields as a Map, "
                    + "or an instance of outputClass) or response (an ExtractResponse). parseSync: document (the JSON "
                    + "of the parsed document) or response (the whole answer). The first is the default. Also as "
                    + "header CamelDocprocOutput. Example: response")
    private String output;

    /** Address of a document that the service fetches itself, in place of the message body. */
    public String getFileUrl() {
        return fileUrl;
    }

    /** Address of a document that the service fetches itself, in place of the message body. */
    public void setFileUrl(String fileUrl) {
        this.fileUrl = fileUrl;
    }

    /** Name under which the document is sent; without it the header CamelFileName is taken. */
    public String getFileName() {
        return fileName;
    }

    /** Name under which the document is sent; without it the header CamelFileName is taken. */
    public void setFileName(String fileName) {
        this.fileName = fileName;
    }

    /** Whether the component checks size, real type and image dimensions against the limits of the service before it sends a document, so that a call that must fail costs nothing. */
    public boolean isValidateInput() {
        return validateInput;
    }

    /** Whether the component checks size, real type and image dimensions against the limits of the service before it sends a document, so that a call that must fail costs nothing. */
    public void setValidateInput(boolean validateInput) {
        this.validateInput = validateInput;
    }

    /** What the message body becomes. */
    public String getOutput() {
        return output;
    }

    /** What the message body becomes. */
    public void setOutput(String output) {
        this.output = output;
    }
}
