/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import java.util.Map;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** The parameters of an extraction (interface document, endpoint 2). What is not set is not sent. */
@UriParams
public class ExtractOptions {
    @UriParam(
            label = "producer,extract",
            description = "JSON schema of the fields to extract, as a Camel resource (classpath:, file:, ref:) that is "
                    + "read once at start. The header CamelDocprocSchema gives the schema itself as String, Map or "
                    + "JsonNode. At most three levels and a hundred leaf fields. Example: "
                    + "classpath:schemas/invoice.json")
    @Metadata(supportFileReference = true)
    private String schema;

    @UriParam(
            label = "producer,extract",
            description = "Fully qualified name of a class that the extracted fields become an instance of. Without a "
                    + "schema, its JSON schema is what is asked for; the annotations JsonProperty and "
                    + "JsonPropertyDescription give names and descriptions. Example: com.example.Invoice")
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
            description = "Which images the service returns. Known values: none, page, objects, both. Also as header "
                    + "CamelDocprocGetImage. Example: objects")
    private String getImage;

    @UriParam(
            label = "producer,extract",
            description = "How tables are handed on inside the service. Known values: html, md, none. Also as header "
                    + "CamelDocprocTableFlavor. Example: html")
    private String tableFlavor;

    @UriParam(
            label = "producer,extract",
            description =
                    "Whether page, text and place of each value are returned; use output=response to get them. Also "
                            + "as header CamelDocprocGenerateCitations. Example: true")
    private Boolean generateCitations;

    @UriParam(
            label = "producer,extract",
            description = "Whether stamps are detected; use output=response to get them. Also as header "
                    + "CamelDocprocStamp. Example: true")
    private Boolean stamp;

    @UriParam(
            label = "producer,extract",
            defaultValue = "fail",
            enums = "fail,accept",
            description = "What to do when the service processed only a part (code 50207): fail with a "
                    + "DocprocPartialFailureException that carries the part, or accept it. Also as header "
                    + "CamelDocprocPartialFailure. Example: accept")
    private String partialFailure;

    @UriParam(
            label = "producer,extract",
            prefix = "parseOption.",
            multiValue = true,
            description =
                    "Further keys of parse_options, sent as they stand, so that a key that the service adds later "
                            + "can be used at once. Also as header CamelDocprocParseOption with a Map. Example: "
                            + "parseOption.new_key=1")
    private Map<String, Object> parseOption;

    @UriParam(
            label = "producer,extract",
            prefix = "extractOption.",
            multiValue = true,
            description =
                    "Further keys of extract_options, sent as they stand. Also as header CamelDocprocExtractOption "
                            + "with a Map. Example: extractOption.new_key=true")
    private Map<String, Object> extractOption;

    /** JSON schema of the fields to extract, as a Camel resource (classpath:, file:, ref:) that is read once at start. */
    public String getSchema() {
        return schema;
    }

    /** JSON schema of the fields to extract, as a Camel resource (classpath:, file:, ref:) that is read once at start. */
    public void setSchema(String schema) {
        this.schema = schema;
    }

    /** Fully qualified name of a class that the extracted fields become an instance of. */
    public String getOutputClass() {
        return outputClass;
    }

    /** Fully qualified name of a class that the extracted fields become an instance of. */
    public void setOutputClass(String outputClass) {
        this.outputClass = outputClass;
    }

    /** First page to process, from 1. */
    public Integer getPageStart() {
        return pageStart;
    }

    /** First page to process, from 1. */
    public void setPageStart(Integer pageStart) {
        this.pageStart = pageStart;
    }

    /** Number of pages to process. */
    public Integer getPageCount() {
        return pageCount;
    }

    /** Number of pages to process. */
    public void setPageCount(Integer pageCount) {
        this.pageCount = pageCount;
    }

    /** Which images the service returns. */
    public String getGetImage() {
        return getImage;
    }

    /** Which images the service returns. */
    public void setGetImage(String getImage) {
        this.getImage = getImage;
    }

    /** How tables are handed on inside the service. */
    public String getTableFlavor() {
        return tableFlavor;
    }

    /** How tables are handed on inside the service. */
    public void setTableFlavor(String tableFlavor) {
        this.tableFlavor = tableFlavor;
    }

    /** Whether page, text and place of each value are returned; use output=response to get them. */
    public Boolean getGenerateCitations() {
        return generateCitations;
    }

    /** Whether page, text and place of each value are returned; use output=response to get them. */
    public void setGenerateCitations(Boolean generateCitations) {
        this.generateCitations = generateCitations;
    }

    /** Whether stamps are detected; use output=response to get them. */
    public Boolean getStamp() {
        return stamp;
    }

    /** Whether stamps are detected; use output=response to get them. */
    public void setStamp(Boolean stamp) {
        this.stamp = stamp;
    }

    /** What to do when the service processed only a part (code 50207): fail with a DocprocPartialFailureException that carries the part, or accept it. */
    public String getPartialFailure() {
        return partialFailure;
    }

    /** What to do when the service processed only a part (code 50207): fail with a DocprocPartialFailureException that carries the part, or accept it. */
    public void setPartialFailure(String partialFailure) {
        this.partialFailure = partialFailure;
    }

    /** Further keys of parse_options, sent as they stand, so that a key that the service adds later can be used at once. */
    public Map<String, Object> getParseOption() {
        return parseOption;
    }

    /** Further keys of parse_options, sent as they stand, so that a key that the service adds later can be used at once. */
    public void setParseOption(Map<String, Object> parseOption) {
        this.parseOption = parseOption;
    }

    /** Further keys of extract_options, sent as they stand. */
    public Map<String, Object> getExtractOption() {
        return extractOption;
    }

    /** Further keys of extract_options, sent as they stand. */
    public void setExtractOption(Map<String, Object> extractOption) {
        this.extractOption = extractOption;
    }
}
