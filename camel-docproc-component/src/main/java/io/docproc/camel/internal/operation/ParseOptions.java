/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import java.util.Map;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** Options of a parse call (interface document, endpoints 3 and 4). Options that are not set are not sent. */
@UriParams
public final class ParseOptions {
    @UriParam(
            label = "producer,parse",
            defaultValue = "true",
            description = "Whether elements contain their position in the hierarchy of the document. Also as header "
                    + "CamelDocprocIncludeHierarchy. Example: false")
    private Boolean includeHierarchy;

    @UriParam(
            label = "producer,parse",
            description = "Whether the result contains objects inside text. Also as header "
                    + "CamelDocprocIncludeInlineObjects. Example: true")
    private Boolean includeInlineObjects;

    @UriParam(
            label = "producer,parse",
            description = "Whether the result contains details of each character. Also as header "
                    + "CamelDocprocIncludeCharDetails. Example: true")
    private Boolean includeCharDetails;

    @UriParam(
            label = "producer,parse",
            description = "Whether the result contains image data. Also as header CamelDocprocIncludeImageData. "
                    + "Example: true")
    private Boolean includeImageData;

    @UriParam(
            label = "producer,parse",
            description = "Whether the result contains the structure of tables. Also as header "
                    + "CamelDocprocIncludeTableStructure. Example: true")
    private Boolean includeTableStructure;

    @UriParam(
            label = "producer,parse",
            description = "Whether the result contains information about pages. Also as header CamelDocprocPages. "
                    + "Example: true")
    private Boolean pages;

    @UriParam(
            label = "producer,parse",
            description = "Whether the result contains the tree of titles. Also as header CamelDocprocTitleTree. "
                    + "Example: true")
    private Boolean titleTree;

    @UriParam(
            label = "producer,parse",
            description = "Format of tables in the result. Known values: html, markdown. Also as header "
                    + "CamelDocprocTableView. Example: html")
    private String tableView;

    @UriParam(
            label = "producer,parse",
            description = "Pages to parse, counted from 1, as first-last; several ranges are separated by commas. Also "
                    + "as header CamelDocprocPageRange. Example: 1-2,5-10")
    private String pageRange;

    @UriParam(
            label = "producer,parse",
            description = "Name of the parsing engine to use. Also as header CamelDocprocForceEngine. Example: textin")
    private String forceEngine;

    @UriParam(
            label = "producer,parse",
            description = "Format in which images are returned. Known values: url, base64. Also as header "
                    + "CamelDocprocImageOutputType. Example: url")
    private String imageOutputType;

    @UriParam(
            label = "producer,parse",
            description = "Whether the service recognizes chemical formulas. Also as header "
                    + "CamelDocprocRecognizeChemical. Example: true")
    private Boolean recognizeChemical;

    @UriParam(
            label = "producer,parse",
            description = "Complete config JSON, as a Camel resource that is read once at start. The other options are "
                    + "merged over it. The header CamelDocprocConfig contains the JSON itself as String, Map or "
                    + "JsonNode. Example: classpath:parse-config.json")
    @Metadata(supportFileReference = true)
    private String config;

    @UriParam(
            label = "producer,parse",
            prefix = "capability.",
            multiValue = true,
            description = "Additional keys of capabilities, sent unchanged, so that keys that the service adds later "
                    + "are available immediately. Also as header CamelDocprocCapability with a Map. Example: "
                    + "capability.element_merge_mode=merged")
    private Map<String, Object> capability;

    @UriParam(
            label = "producer,parse",
            prefix = "engineParam.",
            multiValue = true,
            description = "Additional keys of config.engine_params, sent unchanged. Also as header "
                    + "CamelDocprocEngineParam with a Map. Example: engineParam.new_key=1")
    private Map<String, Object> engineParam;

    /** Returns whether elements contain their position in the hierarchy of the document. */
    public Boolean getIncludeHierarchy() {
        return includeHierarchy;
    }

    /** Sets whether elements contain their position in the hierarchy of the document. */
    public void setIncludeHierarchy(Boolean includeHierarchy) {
        this.includeHierarchy = includeHierarchy;
    }

    /** Returns whether the result contains objects inside text. */
    public Boolean getIncludeInlineObjects() {
        return includeInlineObjects;
    }

    /** Sets whether the result contains objects inside text. */
    public void setIncludeInlineObjects(Boolean includeInlineObjects) {
        this.includeInlineObjects = includeInlineObjects;
    }

    /** Returns whether the result contains details of each character. */
    public Boolean getIncludeCharDetails() {
        return includeCharDetails;
    }

    /** Sets whether the result contains details of each character. */
    public void setIncludeCharDetails(Boolean includeCharDetails) {
        this.includeCharDetails = includeCharDetails;
    }

    /** Returns whether the result contains image data. */
    public Boolean getIncludeImageData() {
        return includeImageData;
    }

    /** Sets whether the result contains image data. */
    public void setIncludeImageData(Boolean includeImageData) {
        this.includeImageData = includeImageData;
    }

    /** Returns whether the result contains the structure of tables. */
    public Boolean getIncludeTableStructure() {
        return includeTableStructure;
    }

    /** Sets whether the result contains the structure of tables. */
    public void setIncludeTableStructure(Boolean includeTableStructure) {
        this.includeTableStructure = includeTableStructure;
    }

    /** Returns whether the result contains information about pages. */
    public Boolean getPages() {
        return pages;
    }

    /** Sets whether the result contains information about pages. */
    public void setPages(Boolean pages) {
        this.pages = pages;
    }

    /** Returns whether the result contains the tree of titles. */
    public Boolean getTitleTree() {
        return titleTree;
    }

    /** Sets whether the result contains the tree of titles. */
    public void setTitleTree(Boolean titleTree) {
        this.titleTree = titleTree;
    }

    /** Returns the format of tables in the result. */
    public String getTableView() {
        return tableView;
    }

    /** Sets the format of tables in the result. */
    public void setTableView(String tableView) {
        this.tableView = tableView;
    }

    /** Returns the pages to parse, counted from 1, as first-last separated by commas. */
    public String getPageRange() {
        return pageRange;
    }

    /** Sets the pages to parse, counted from 1, as first-last separated by commas. */
    public void setPageRange(String pageRange) {
        this.pageRange = pageRange;
    }

    /** Returns the name of the parsing engine to use. */
    public String getForceEngine() {
        return forceEngine;
    }

    /** Sets the name of the parsing engine to use. */
    public void setForceEngine(String forceEngine) {
        this.forceEngine = forceEngine;
    }

    /** Returns the format in which images are returned. */
    public String getImageOutputType() {
        return imageOutputType;
    }

    /** Sets the format in which images are returned. */
    public void setImageOutputType(String imageOutputType) {
        this.imageOutputType = imageOutputType;
    }

    /** Returns whether the service recognizes chemical formulas. */
    public Boolean getRecognizeChemical() {
        return recognizeChemical;
    }

    /** Sets whether the service recognizes chemical formulas. */
    public void setRecognizeChemical(Boolean recognizeChemical) {
        this.recognizeChemical = recognizeChemical;
    }

    /** Returns the Camel resource of a complete config JSON, over which the options are merged. */
    public String getConfig() {
        return config;
    }

    /** Sets the Camel resource of a complete config JSON, over which the options are merged. */
    public void setConfig(String config) {
        this.config = config;
    }

    /** Returns additional keys of capabilities. */
    public Map<String, Object> getCapability() {
        return capability;
    }

    /** Sets additional keys of capabilities. */
    public void setCapability(Map<String, Object> capability) {
        this.capability = capability;
    }

    /** Returns additional keys of config.engine_params. */
    public Map<String, Object> getEngineParam() {
        return engineParam;
    }

    /** Sets additional keys of config.engine_params. */
    public void setEngineParam(Map<String, Object> engineParam) {
        this.engineParam = engineParam;
    }
}
