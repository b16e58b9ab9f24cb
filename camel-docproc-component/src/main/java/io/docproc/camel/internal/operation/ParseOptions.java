/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.operation.OptionDeclaration.Allowed;
import io.docproc.camel.internal.operation.OptionDeclaration.PerCall;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** Options of the parse calls and of their jobs (interface document, endpoints 3 and 4). Options that are not set are not sent. */
@UriParams
public final class ParseOptions {
    /** Whether elements contain their position in the hierarchy of the document. Example: false */
    @UriParam(label = "parse,parseAsync,parseSync,producer")
    @PerCall(field = "capabilities.include_hierarchy")
    private Boolean includeHierarchy;

    /** Whether the result contains objects inside text. Example: true */
    @UriParam(label = "parse,parseAsync,parseSync,producer")
    @PerCall(field = "capabilities.include_inline_objects")
    private Boolean includeInlineObjects;

    /** Whether the result contains details of each character. Example: true */
    @UriParam(label = "parse,parseAsync,parseSync,producer")
    @PerCall(field = "capabilities.include_char_details")
    private Boolean includeCharDetails;

    /** Whether the result contains image data. Example: true */
    @UriParam(label = "parse,parseAsync,parseSync,producer")
    @PerCall(field = "capabilities.include_image_data")
    private Boolean includeImageData;

    /** Whether the result contains the structure of tables. Example: true */
    @UriParam(label = "parse,parseAsync,parseSync,producer")
    @PerCall(field = "capabilities.include_table_structure")
    private Boolean includeTableStructure;

    /** Whether the result contains information about pages. Example: true */
    @UriParam(label = "parse,parseAsync,parseSync,producer")
    @PerCall(field = "capabilities.pages")
    private Boolean pages;

    /** Whether the result contains the tree of titles. Example: true */
    @UriParam(label = "parse,parseAsync,parseSync,producer")
    @PerCall(field = "capabilities.title_tree")
    private Boolean titleTree;

    /** Format of tables in the result. Known values: html, markdown. Example: html */
    @UriParam(label = "parse,parseAsync,parseSync,producer")
    @PerCall(field = "capabilities.table_view")
    private String tableView;

    /** Pages to parse, counted from 1, as first-last; several ranges are separated by commas. Example: 1-2,5-10 */
    @UriParam(label = "parse,parseAsync,parseSync,producer")
    @PerCall(field = "scope.page_range", allowed = Allowed.PAGE_RANGE)
    private String pageRange;

    /** Name of the parsing engine to use; the provider documents the names. Example: engine-name */
    @UriParam(label = "parse,parseAsync,parseSync,producer")
    @PerCall(field = "config.force_engine")
    private String forceEngine;

    /** Format in which images are returned. Known values: url, base64. Example: url */
    @UriParam(label = "parse,parseAsync,parseSync,producer")
    @PerCall(field = "config.engine_params.image_output_type")
    private String imageOutputType;

    /** Whether the service recognizes chemical formulas. Example: true */
    @UriParam(label = "parse,parseAsync,parseSync,producer")
    @PerCall(field = "config.engine_params.recognize_chemical")
    private Boolean recognizeChemical;

    /**
     * Complete config JSON, as a Camel resource that is read once at start. The other options are merged over it. The
     * header CamelDocprocConfig contains the JSON itself as String, Map, JsonNode or InputStream. Example:
     * classpath:parse-config.json
     */
    @UriParam(label = "parse,parseAsync,parseSync,producer,advanced", javaType = "java.lang.String")
    @Metadata(supportFileReference = true)
    @PerCall(allowed = Allowed.JSON)
    private Object config;

    /**
     * URL that the service calls when the job completes, used instead of the signed callback URL of the component. The
     * job is then not stored in the job repository. Example: https://hooks.example.com/parsed
     */
    @UriParam(label = "parseAsync,producer")
    @PerCall(allowed = Allowed.URL)
    private String webhook;

    /**
     * Correlation id that the completion of the job contains, at most 512 characters. If not set, the file name of the
     * document is used, else the exchange id. May contain values of the message in the Simple language. Example:
     * order-4711
     */
    @UriParam(label = "parseAsync,producer")
    @PerCall(header = false)
    private String correlationId;

    /**
     * Id of the job whose status or result is requested. If not set, the message body is used: the id as text, a
     * ParseJob or a ParseCompletion. May contain values of the message in the Simple language. Example: job-4711
     */
    @UriParam(label = "parseStatus,parseResult,producer")
    @PerCall(header = false)
    private String jobId;

    public Boolean getIncludeHierarchy() {
        return includeHierarchy;
    }

    public void setIncludeHierarchy(Boolean includeHierarchy) {
        this.includeHierarchy = includeHierarchy;
    }

    public Boolean getIncludeInlineObjects() {
        return includeInlineObjects;
    }

    public void setIncludeInlineObjects(Boolean includeInlineObjects) {
        this.includeInlineObjects = includeInlineObjects;
    }

    public Boolean getIncludeCharDetails() {
        return includeCharDetails;
    }

    public void setIncludeCharDetails(Boolean includeCharDetails) {
        this.includeCharDetails = includeCharDetails;
    }

    public Boolean getIncludeImageData() {
        return includeImageData;
    }

    public void setIncludeImageData(Boolean includeImageData) {
        this.includeImageData = includeImageData;
    }

    public Boolean getIncludeTableStructure() {
        return includeTableStructure;
    }

    public void setIncludeTableStructure(Boolean includeTableStructure) {
        this.includeTableStructure = includeTableStructure;
    }

    public Boolean getPages() {
        return pages;
    }

    public void setPages(Boolean pages) {
        this.pages = pages;
    }

    public Boolean getTitleTree() {
        return titleTree;
    }

    public void setTitleTree(Boolean titleTree) {
        this.titleTree = titleTree;
    }

    public String getTableView() {
        return tableView;
    }

    public void setTableView(String tableView) {
        this.tableView = tableView;
    }

    public String getPageRange() {
        return pageRange;
    }

    public void setPageRange(String pageRange) {
        this.pageRange = pageRange;
    }

    public String getForceEngine() {
        return forceEngine;
    }

    public void setForceEngine(String forceEngine) {
        this.forceEngine = forceEngine;
    }

    public String getImageOutputType() {
        return imageOutputType;
    }

    public void setImageOutputType(String imageOutputType) {
        this.imageOutputType = imageOutputType;
    }

    public Boolean getRecognizeChemical() {
        return recognizeChemical;
    }

    public void setRecognizeChemical(Boolean recognizeChemical) {
        this.recognizeChemical = recognizeChemical;
    }

    public Object getConfig() {
        return config;
    }

    public void setConfig(Object config) {
        this.config = config;
    }

    public String getWebhook() {
        return webhook;
    }

    public void setWebhook(String webhook) {
        this.webhook = webhook;
    }

    public String getCorrelationId() {
        return correlationId;
    }

    public void setCorrelationId(String correlationId) {
        this.correlationId = correlationId;
    }

    public String getJobId() {
        return jobId;
    }

    public void setJobId(String jobId) {
        this.jobId = jobId;
    }
}
