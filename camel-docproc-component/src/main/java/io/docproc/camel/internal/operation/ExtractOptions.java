/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import java.util.Map;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** Options of an extraction (interface document, endpoint 2). Options that are not set are not sent. */
@UriParams
public final class ExtractOptions {
    @UriParam(
            label = "producer,extract",
            description = "JSON schema of the fields to extract, as a Camel resource (classpath:, file:, ref:) that is "
                    + "read once at start. The header CamelDocprocSchema contains the schema itself as String, Map or "
                    + "JsonNode. At most 3 levels and 100 leaf fields. Example: classpath:schemas/invoice.json")
    @Metadata(supportFileReference = true)
    private String schema;

    @UriParam(
            label = "producer,extract",
            description = "Fully qualified name of a class. The message body becomes an instance of it with the "
                    + "extracted fields. If no schema is set, the JSON schema is generated from this class; the "
                    + "annotations JsonProperty and JsonPropertyDescription define names and descriptions. Example: "
                    + "com.example.Invoice")
    private String outputClass;

    @UriParam(
            label = "producer,extract",
            description = "First page to process, from 1. Also as header CamelDocprocPageStart. Example: 1")
    private Integer pageStart;

    @UriParam(
            label = "producer,extract",
            description = "Number of pages to process, from 1. Also as header CamelDocprocPageCount. Example: 10")
    private Integer pageCount;

    @UriParam(
            label = "producer,extract",
            description = "Images that the response contains. Known values: none, page, objects, both. Also as header "
                    + "CamelDocprocGetImage. Example: objects")
    private String getImage;

    @UriParam(
            label = "producer,extract",
            description = "Format in which the service passes on tables internally. Known values: html, md, none. Also "
                    + "as header CamelDocprocTableFlavor. Example: html")
    private String tableFlavor;

    @UriParam(
            label = "producer,extract",
            description = "Whether the response contains page, text and position of each value. Requires "
                    + "output=response. Also as header CamelDocprocGenerateCitations. Example: true")
    private Boolean generateCitations;

    @UriParam(
            label = "producer,extract",
            description = "Whether the service detects stamps. Requires output=response to read them. Also as header "
                    + "CamelDocprocStamp. Example: true")
    private Boolean stamp;

    @UriParam(
            label = "producer,extract,parseSync",
            defaultValue = "fail",
            enums = "fail,accept",
            description = "Handling of a response of which only a part succeeded (code 50207). With fail, the call "
                    + "throws a DocprocPartialFailureException that contains the part. With accept, the part becomes "
                    + "the result. Also as header CamelDocprocPartialFailure. Example: accept")
    private String partialFailure;

    @UriParam(
            label = "producer,extract",
            prefix = "parseOption.",
            multiValue = true,
            description = "Additional keys of parse_options, sent unchanged, so that keys that the service adds later "
                    + "are available immediately. Also as header CamelDocprocParseOption with a Map. Example: "
                    + "parseOption.new_key=1")
    private Map<String, Object> parseOption;

    @UriParam(
            label = "producer,extract",
            prefix = "extractOption.",
            multiValue = true,
            description = "Additional keys of extract_options, sent unchanged. Also as header "
                    + "CamelDocprocExtractOption with a Map. Example: extractOption.new_key=true")
    private Map<String, Object> extractOption;

    /** Returns the Camel resource of the JSON schema of the fields to extract. */
    public String getSchema() {
        return schema;
    }

    /** Sets the Camel resource of the JSON schema of the fields to extract. */
    public void setSchema(String schema) {
        this.schema = schema;
    }

    /** Returns the fully qualified name of the class for the extracted fields. */
    public String getOutputClass() {
        return outputClass;
    }

    /** Sets the fully qualified name of the class for the extracted fields. */
    public void setOutputClass(String outputClass) {
        this.outputClass = outputClass;
    }

    /** Returns the first page to process, from 1. */
    public Integer getPageStart() {
        return pageStart;
    }

    /** Sets the first page to process, from 1. */
    public void setPageStart(Integer pageStart) {
        this.pageStart = pageStart;
    }

    /** Returns the number of pages to process, from 1. */
    public Integer getPageCount() {
        return pageCount;
    }

    /** Sets the number of pages to process, from 1. */
    public void setPageCount(Integer pageCount) {
        this.pageCount = pageCount;
    }

    /** Returns the kind of images that the response contains. */
    public String getGetImage() {
        return getImage;
    }

    /** Sets the kind of images that the response contains. */
    public void setGetImage(String getImage) {
        this.getImage = getImage;
    }

    /** Returns the format in which the service passes on tables internally. */
    public String getTableFlavor() {
        return tableFlavor;
    }

    /** Sets the format in which the service passes on tables internally. */
    public void setTableFlavor(String tableFlavor) {
        this.tableFlavor = tableFlavor;
    }

    /** Returns whether the response contains page, text and position of each value. */
    public Boolean getGenerateCitations() {
        return generateCitations;
    }

    /** Sets whether the response contains page, text and position of each value. */
    public void setGenerateCitations(Boolean generateCitations) {
        this.generateCitations = generateCitations;
    }

    /** Returns whether the service detects stamps. */
    public Boolean getStamp() {
        return stamp;
    }

    /** Sets whether the service detects stamps. */
    public void setStamp(Boolean stamp) {
        this.stamp = stamp;
    }

    /** Returns the handling of a response of which only a part succeeded (code 50207). */
    public String getPartialFailure() {
        return partialFailure;
    }

    /** Sets the handling of a response of which only a part succeeded (code 50207). */
    public void setPartialFailure(String partialFailure) {
        this.partialFailure = partialFailure;
    }

    /** Returns additional keys of parse_options. */
    public Map<String, Object> getParseOption() {
        return parseOption;
    }

    /** Sets additional keys of parse_options. */
    public void setParseOption(Map<String, Object> parseOption) {
        this.parseOption = parseOption;
    }

    /** Returns additional keys of extract_options. */
    public Map<String, Object> getExtractOption() {
        return extractOption;
    }

    /** Sets additional keys of extract_options. */
    public void setExtractOption(Map<String, Object> extractOption) {
        this.extractOption = extractOption;
    }
}
