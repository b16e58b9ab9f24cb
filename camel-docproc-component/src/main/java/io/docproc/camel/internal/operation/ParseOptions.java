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
            javaType = "Boolean",
            enums = "true,false",
            description = "Whether elements contain their position in the hierarchy of the document. Also as header "
                    + "CamelDocprocIncludeHierarchy. Example: false")
    private Boolean includeHierarchy;

    @UriParam(
            label = "producer,parse",
            javaType = "Boolean",
            enums = "true,false",
            description = "Whether the result contains objects inside text. Also as header "
                    + "CamelDocprocIncludeInlineObjects. Example: true")
    private Boolean includeInlineObjects;

    @UriParam(
            label = "producer,parse",
            javaType = "Boolean",
            enums = "true,false",
            description = "Whether the result contains details of each character. Also as header "
                    + "CamelDocprocIncludeCharDetails. Example: true")
    private Boolean includeCharDetails;

    @UriParam(
            label = "producer,parse",
            javaType = "Boolean",
            enums = "true,false",
            description = "Whether the result contains image data. Also as header CamelDocprocIncludeImageData. "
                    + "Example: true")
    private Boolean includeImageData;

    @UriParam(
            label = "producer,parse",
            javaType = "Boolean",
            enums = "true,false",
            description = "Whether the result contains the structure of tables. Also as header "
                    + "CamelDocprocIncludeTableStructure. Example: true")
    private Boolean includeTableStructure;

    @UriParam(
            label = "producer,parse",
            description = "Whether the service returns the parts of an element separately or as one element. Known "
                    + "values: separate, merged. Also as header CamelDocprocElementMergeMode. Example: merged")
    private String elementMergeMode;

    @UriParam(
            label = "producer,parse",
            javaType = "Boolean",
            enums = "true,false",
            description = "Whether the result contains information about pages. Also as header CamelDocprocPages. "
                    + "Example: true")
    private Boolean pages;

    @UriParam(
            label = "producer,parse",
            javaType = "Boolean",
            enums = "true,false",
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
            description =
                    "Name of the parsing engine to use; the provider documents the names. Also as header CamelDocprocForceEngine. Example: engine-name")
    private String forceEngine;

    @UriParam(
            label = "producer,parse",
            description = "Format in which images are returned. Known values: url, base64. Also as header "
                    + "CamelDocprocImageOutputType. Example: url")
    private String imageOutputType;

    @UriParam(
            label = "producer,parse",
            javaType = "Boolean",
            enums = "true,false",
            description = "Whether the service recognizes chemical formulas. Also as header "
                    + "CamelDocprocRecognizeChemical. Example: true")
    private Boolean recognizeChemical;

    @UriParam(
            label = "producer,parse",
            description = "Complete config JSON, as a Camel resource that is read once at start. The other options are "
                    + "merged over it. The header CamelDocprocConfig contains the JSON itself as String, Map, "
                    + "JsonNode or InputStream. Example: classpath:parse-config.json")
    @Metadata(supportFileReference = true)
    private String config;

    @UriParam(
            label = "producer,parse",
            prefix = "capability.",
            multiValue = true,
            description = "Additional keys of capabilities, sent unchanged, so that keys that the service adds later "
                    + "are available immediately. Also as header CamelDocprocCapability with a Map. Example: "
                    + "capability.new_key=true")
    private Map<String, Object> capability;

    @UriParam(
            label = "producer,parse",
            prefix = "engineParam.",
            multiValue = true,
            description = "Additional keys of config.engine_params, sent unchanged. Also as header "
                    + "CamelDocprocEngineParam with a Map. Example: engineParam.new_key=1")
    private Map<String, Object> engineParam;

    @UriParam(
            label = "producer,parse",
            prefix = "formPart.",
            multiValue = true,
            description =
                    "Additional parts of the multipart form. A Map, a List or the text of a JSON object or array is "
                            + "sent as application/json, any other value as text/plain. The names file, file_url, config and "
                            + "webhook are not allowed. Also as header CamelDocprocFormPart with a Map, in which null removes a "
                            + "part of the endpoint. Example: formPart.new_part=1")
    private Map<String, Object> formPart;

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

    public String getElementMergeMode() {
        return elementMergeMode;
    }

    public void setElementMergeMode(String elementMergeMode) {
        this.elementMergeMode = elementMergeMode;
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

    public String getConfig() {
        return config;
    }

    public void setConfig(String config) {
        this.config = config;
    }

    public Map<String, Object> getCapability() {
        return capability;
    }

    public void setCapability(Map<String, Object> capability) {
        this.capability = capability;
    }

    public Map<String, Object> getEngineParam() {
        return engineParam;
    }

    public void setEngineParam(Map<String, Object> engineParam) {
        this.engineParam = engineParam;
    }

    public Map<String, Object> getFormPart() {
        return formPart;
    }

    public void setFormPart(Map<String, Object> formPart) {
        this.formPart = formPart;
    }
}
