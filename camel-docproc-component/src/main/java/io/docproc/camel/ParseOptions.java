/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import java.util.Map;
import org.apache.camel.spi.Metadata;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** The configuration of a parse call (interface document, endpoints 3 and 4). What is not set is not sent. */
@UriParams
public class ParseOptions {
    @UriParam(
            label = "producer,parse",
            defaultValue = "true",
            description = "Whether elements carry their place in the hierarchy of the document. Also as header "
                    + "CamelDocprocIncludeHierarchy. Example: false")
    private Boolean includeHierarchy;

    @UriParam(
            label = "producer,parse",
            description = "Whether objects inside text are included. Also as header "
                    + "CamelDocprocIncludeInlineObjects. Example: true")
    private Boolean includeInlineObjects;

    @UriParam(
            label = "producer,parse",
            description = "Whether details of each character are included. Also as header "
                    + "CamelDocprocIncludeCharDetails. Example: true")
    private Boolean includeCharDetails;

    @UriParam(
            label = "producer,parse",
            description = "Whether image data is included. Also as header CamelDocprocIncludeImageData. Example: true")
    private Boolean includeImageData;

    @UriParam(
            label = "producer,parse",
            description = "Whether the structure of tables is included. Also as header "
                    + "CamelDocprocIncludeTableStructure. Example: true")
    private Boolean includeTableStructure;

    @UriParam(
            label = "producer,parse",
            description =
                    "Whether information about pages is included. Also as header CamelDocprocPages. Example: true")
    private Boolean pages;

    @UriParam(
            label = "producer,parse",
            description = "Whether the tree of titles is included. Also as header CamelDocprocTitleTree. Example: true")
    private Boolean titleTree;

    @UriParam(
            label = "producer,parse",
            description = "How tables are written. Known values: html, markdown. Also as header CamelDocprocTableView. "
                    + "Example: html")
    private String tableView;

    @UriParam(
            label = "producer,parse",
            description = "Pages to parse, counted from 1, as first-last; several separated by commas. Also as header "
                    + "CamelDocprocPageRange. Example: 1-2,5-10")
    private String pageRange;

    @UriParam(
            label = "producer,parse",
            description =
                    "Name of the parsing engine to force. Also as header CamelDocprocForceEngine. Example: textin")
    private String forceEngine;

    @UriParam(
            label = "producer,parse",
            description =
                    "How images are returned. Known values: url, base64. Also as header CamelDocprocImageOutputType. "
                            + "Example: url")
    private String imageOutputType;

    @UriParam(
            label = "producer,parse",
            description =
                    "Whether chemical formulas are recognized. Also as header CamelDocprocRecognizeChemical. Example: true")
    private Boolean recognizeChemical;

    @UriParam(
            label = "producer,parse",
            description = "A whole config JSON, as a Camel resource that is read once at start; the options "
                    + "are laid over it. The header CamelDocprocConfig gives the JSON itself as String, "
                    + "Map or JsonNode. Example: classpath:parse-config.json")
    @Metadata(supportFileReference = true)
    private String config;

    @UriParam(
            label = "producer,parse",
            prefix = "capability.",
            multiValue = true,
            description =
                    "Further keys of capabilities, sent as they stand, so that a key that the service adds later can "
                            + "be used at once. Also as header CamelDocprocCapability with a Map. Example: "
                            + "capability.element_merge_mode=merged")
    private Map<String, Object> capability;

    @UriParam(
            label = "producer,parse",
            prefix = "engineParam.",
            multiValue = true,
            description = "Further keys of config.engine_params, sent as they stand. Also as header "
                    + "CamelDocprocEngineParam with a Map. Example: engineParam.new_key=1")
    private Map<String, Object> engineParam;

    /** Whether elements carry their place in the hierarchy of the document. */
    public Boolean getIncludeHierarchy() {
        return includeHierarchy;
    }

    /** Whether elements carry their place in the hierarchy of the document. */
    public void setIncludeHierarchy(Boolean includeHierarchy) {
        this.includeHierarchy = includeHierarchy;
    }

    /** Whether objects inside text are included. */
    public Boolean getIncludeInlineObjects() {
        return includeInlineObjects;
    }

    /** Whether objects inside text are included. */
    public void setIncludeInlineObjects(Boolean includeInlineObjects) {
        this.includeInlineObjects = includeInlineObjects;
    }

    /** Whether details of each character are included. */
    public Boolean getIncludeCharDetails() {
        return includeCharDetails;
    }

    /** Whether details of each character are included. */
    public void setIncludeCharDetails(Boolean includeCharDetails) {
        this.includeCharDetails = includeCharDetails;
    }

    /** Whether image data is included. */
    public Boolean getIncludeImageData() {
        return includeImageData;
    }

    /** Whether image data is included. */
    public void setIncludeImageData(Boolean includeImageData) {
        this.includeImageData = includeImageData;
    }

    /** Whether the structure of tables is included. */
    public Boolean getIncludeTableStructure() {
        return includeTableStructure;
    }

    /** Whether the structure of tables is included. */
    public void setIncludeTableStructure(Boolean includeTableStructure) {
        this.includeTableStructure = includeTableStructure;
    }

    /** Whether information about pages is included. */
    public Boolean getPages() {
        return pages;
    }

    /** Whether information about pages is included. */
    public void setPages(Boolean pages) {
        this.pages = pages;
    }

    /** Whether the tree of titles is included. */
    public Boolean getTitleTree() {
        return titleTree;
    }

    /** Whether the tree of titles is included. */
    public void setTitleTree(Boolean titleTree) {
        this.titleTree = titleTree;
    }

    /** How tables are written. */
    public String getTableView() {
        return tableView;
    }

    /** How tables are written. */
    public void setTableView(String tableView) {
        this.tableView = tableView;
    }

    /** Pages to parse, counted from 1, as first-last; several separated by commas. */
    public String getPageRange() {
        return pageRange;
    }

    /** Pages to parse, counted from 1, as first-last; several separated by commas. */
    public void setPageRange(String pageRange) {
        this.pageRange = pageRange;
    }

    /** Name of the parsing engine to force. */
    public String getForceEngine() {
        return forceEngine;
    }

    /** Name of the parsing engine to force. */
    public void setForceEngine(String forceEngine) {
        this.forceEngine = forceEngine;
    }

    /** How images are returned. */
    public String getImageOutputType() {
        return imageOutputType;
    }

    /** How images are returned. */
    public void setImageOutputType(String imageOutputType) {
        this.imageOutputType = imageOutputType;
    }

    /** Whether chemical formulas are recognized. */
    public Boolean getRecognizeChemical() {
        return recognizeChemical;
    }

    /** Whether chemical formulas are recognized. */
    public void setRecognizeChemical(Boolean recognizeChemical) {
        this.recognizeChemical = recognizeChemical;
    }

    /** A whole config JSON, as a Camel resource that is read once at start; the options are laid over it. */
    public String getConfig() {
        return config;
    }

    /** A whole config JSON, as a Camel resource that is read once at start; the options are laid over it. */
    public void setConfig(String config) {
        this.config = config;
    }

    /** Further keys of capabilities, sent as they stand, so that a key that the service adds later can be used at once. */
    public Map<String, Object> getCapability() {
        return capability;
    }

    /** Further keys of capabilities, sent as they stand, so that a key that the service adds later can be used at once. */
    public void setCapability(Map<String, Object> capability) {
        this.capability = capability;
    }

    /** Further keys of config.engine_params, sent as they stand. */
    public Map<String, Object> getEngineParam() {
        return engineParam;
    }

    /** Further keys of config.engine_params, sent as they stand. */
    public void setEngineParam(Map<String, Object> engineParam) {
        this.engineParam = engineParam;
    }
}
