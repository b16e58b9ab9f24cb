/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.operation.OptionDeclaration.Allowed;
import io.docproc.camel.internal.operation.OptionDeclaration.PerCall;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** Options of {@code extract} (interface document, endpoint 2). Options that are not set are not sent. */
@UriParams
public final class ExtractOptions {
    /**
     * JSON schema of the fields to extract, as a Camel resource (classpath:, file:, ref:) that is read once at start.
     * The header CamelDocprocSchema contains the schema itself as String, Map, JsonNode or InputStream. At most 3
     * levels and 100 leaf fields. A schema without a type is sent with type object. Example:
     * classpath:schemas/invoice.json
     */
    @UriParam(label = "extract,producer", javaType = "java.lang.String")
    @Metadata(supportFileReference = true)
    @PerCall(allowed = Allowed.SCHEMA)
    private Object schema;

    /**
     * Fully qualified name of a class. The message body becomes an instance of it with the extracted fields. If no
     * schema is set, it is generated from this class and its annotations JsonProperty and JsonPropertyDescription. A
     * boolean is requested as an enumeration of true and false. Example: com.example.Invoice
     */
    @UriParam(label = "extract,producer")
    @PerCall(header = false)
    private String outputClass;

    /** First page to process, from 1. Example: 1 */
    @UriParam(label = "extract,producer")
    @PerCall(field = "parse_options.page_start", allowed = Allowed.FROM_1)
    private Integer pageStart;

    /** Number of pages to process, from 1; 100 if not set. Example: 10 */
    @UriParam(label = "extract,producer")
    @PerCall(field = "parse_options.page_count", allowed = Allowed.FROM_1)
    private Integer pageCount;

    /** Images that the response contains. Known values: none, page, objects, both. Example: objects */
    @UriParam(label = "extract,producer")
    @PerCall(field = "parse_options.get_image")
    private String getImage;

    /** Format that the service uses for tables internally. Known values: html, md, none. Example: html */
    @UriParam(label = "extract,producer")
    @PerCall(field = "parse_options.table_flavor")
    private String tableFlavor;

    /** Whether the response contains page, text and position of each value. Requires output=response. Example: true */
    @UriParam(label = "extract,producer")
    @PerCall(field = "extract_options.generate_citations")
    private Boolean generateCitations;

    /** Whether the service detects stamps. Requires output=response to read them. Example: true */
    @UriParam(label = "extract,producer")
    @PerCall(field = "extract_options.stamp")
    private Boolean stamp;

    public Object getSchema() {
        return schema;
    }

    public void setSchema(Object schema) {
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
}
