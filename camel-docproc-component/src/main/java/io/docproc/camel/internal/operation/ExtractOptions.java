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
                    + "read once at start. The header CamelDocprocSchema contains the schema itself as String, Map, "
                    + "JsonNode or InputStream. At most 3 levels and 100 leaf fields. A schema without "
                    + "a type is sent with type object. Example: classpath:schemas/invoice.json")
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
            javaType = "Boolean",
            enums = "true,false",
            description = "Whether the response contains page, text and position of each value. Requires "
                    + "output=response. Also as header CamelDocprocGenerateCitations. Example: true")
    private Boolean generateCitations;

    @UriParam(
            label = "producer,extract",
            javaType = "Boolean",
            enums = "true,false",
            description = "Whether the service detects stamps. Requires output=response to read them. Also as header "
                    + "CamelDocprocStamp. Example: true")
    private Boolean stamp;

    @UriParam(
            label = "extract,parseSync,parseResult,webhook",
            defaultValue = "fail",
            enums = "fail,accept",
            description = "Handling of a response of which only a part succeeded (code 50207). With fail, the call "
                    + "throws a DocprocPartialFailureException that contains the part; webhook with fetchResult runs "
                    + "the route for a failed job, with this exception in the exchange property CamelExceptionCaught. "
                    + "With accept, the part becomes the result. Also as header CamelDocprocPartialFailure. Example: "
                    + "accept")
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

    public String getSchema() {
        return schema;
    }

    public void setSchema(String schema) {
        this.schema = schema;
    }

    public String getOutputClass() {
        return outputClass;
    }

    public void setOutputClass(String outputClass) {
        this.outputClass = outputClass;
    }

    public Integer getPageStart() {
        return pageStart;
    }

    public void setPageStart(Integer pageStart) {
        this.pageStart = pageStart;
    }

    public Integer getPageCount() {
        return pageCount;
    }

    public void setPageCount(Integer pageCount) {
        this.pageCount = pageCount;
    }

    public String getGetImage() {
        return getImage;
    }

    public void setGetImage(String getImage) {
        this.getImage = getImage;
    }

    public String getTableFlavor() {
        return tableFlavor;
    }

    public void setTableFlavor(String tableFlavor) {
        this.tableFlavor = tableFlavor;
    }

    public Boolean getGenerateCitations() {
        return generateCitations;
    }

    public void setGenerateCitations(Boolean generateCitations) {
        this.generateCitations = generateCitations;
    }

    public Boolean getStamp() {
        return stamp;
    }

    public void setStamp(Boolean stamp) {
        this.stamp = stamp;
    }

    public String getPartialFailure() {
        return partialFailure;
    }

    public void setPartialFailure(String partialFailure) {
        this.partialFailure = partialFailure;
    }

    public Map<String, Object> getParseOption() {
        return parseOption;
    }

    public void setParseOption(Map<String, Object> parseOption) {
        this.parseOption = parseOption;
    }

    public Map<String, Object> getExtractOption() {
        return extractOption;
    }

    public void setExtractOption(Map<String, Object> extractOption) {
        this.extractOption = extractOption;
    }
}
