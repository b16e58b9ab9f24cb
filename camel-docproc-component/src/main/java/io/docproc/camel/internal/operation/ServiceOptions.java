/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.operation.OptionDeclaration.Allowed;
import io.docproc.camel.internal.operation.OptionDeclaration.PerCall;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** Options of {@code packages}, {@code call} and the deprecated workflow-configuration calls. */
@UriParams
public final class ServiceOptions {
    /** Workspace of the file category, if neither the body nor the header contains it. Example: 1001 */
    @UriParam(label = "workflow,producer")
    @PerCall(field = "workspace_id")
    private String workspaceId;

    /** File category, if neither the body nor the header contains it. Example: 2001 */
    @UriParam(label = "workflow,producer")
    @PerCall(field = "category_id")
    private String categoryId;

    /** Table of the file category, if neither the body nor the header contains it. Example: 3001 */
    @UriParam(label = "workflow,producer")
    @PerCall(field = "table_id")
    private String tableId;

    /**
     * Whether the response contains all fields or only the id, if neither the body nor the header contains it. Example:
     * true
     */
    @UriParam(label = "workflow,producer")
    @PerCall(field = "with_detail")
    private Boolean withDetail;

    /**
     * Path below baseUrl or workflowUrl. It begins with /, has at most 2000 characters, and contains no query, no
     * fragment, no backslash, no empty segment, and no segment . or .. in any encoding. Other special characters must be
     * percent-encoded. Required. Example: /ai/service/v1/pdf_to_markdown
     */
    @UriParam(label = "call,producer")
    @PerCall(allowed = Allowed.SERVICE_PATH)
    private String servicePath;

    /** Path of the service whose packages are queried. Required. Example: /ai/service/v1/pdf_to_markdown */
    @UriParam(label = "packages,producer")
    @PerCall(field = "api_path")
    private String apiPath;

    /** Whether the response contains all packages, including expired ones, or only those in effect. Example: true */
    @UriParam(label = "packages,producer")
    @PerCall(field = "include_all")
    private Boolean includeAll;

    /**
     * HTTP method of the call. If not set, a form and a message with a body or a fileUrl are sent with POST, else with
     * GET. A POST may be billed, and is not retryable if its response is lost. Example: GET
     */
    @UriParam(label = "call,producer", enums = "GET,POST")
    @PerCall
    private String serviceMethod;

    /**
     * Whether the body is sent as a multipart form with POST: a document is its part file, and a Map its parts. A fileUrl
     * is sent as text instead. Example: true
     */
    @UriParam(label = "call,producer")
    @PerCall
    private Boolean multipart;

    /** Service that is called: main (baseUrl, the default) or workflow (workflowUrl). Example: workflow */
    @UriParam(label = "call,producer", enums = "main,workflow")
    @PerCall
    private String service;

    /** Language of the texts in the response, the header lang of the request. Example: en_US */
    @UriParam(label = "call,producer", enums = "zh_CN,en_US")
    @PerCall
    private String lang;

    public Boolean getIncludeAll() {
        return includeAll;
    }

    public void setIncludeAll(Boolean includeAll) {
        this.includeAll = includeAll;
    }

    public String getApiPath() {
        return apiPath;
    }

    public void setApiPath(String apiPath) {
        this.apiPath = apiPath;
    }

    public String getServicePath() {
        return servicePath;
    }

    public void setServicePath(String servicePath) {
        this.servicePath = servicePath;
    }

    public String getServiceMethod() {
        return serviceMethod;
    }

    public void setServiceMethod(String serviceMethod) {
        this.serviceMethod = serviceMethod;
    }

    public Boolean getMultipart() {
        return multipart;
    }

    public void setMultipart(Boolean multipart) {
        this.multipart = multipart;
    }

    public String getService() {
        return service;
    }

    public void setService(String service) {
        this.service = service;
    }

    public String getLang() {
        return lang;
    }

    public void setLang(String lang) {
        this.lang = lang;
    }

    public String getWorkspaceId() {
        return workspaceId;
    }

    public void setWorkspaceId(String workspaceId) {
        this.workspaceId = workspaceId;
    }

    public String getCategoryId() {
        return categoryId;
    }

    public void setCategoryId(String categoryId) {
        this.categoryId = categoryId;
    }

    public String getTableId() {
        return tableId;
    }

    public void setTableId(String tableId) {
        this.tableId = tableId;
    }

    public Boolean getWithDetail() {
        return withDetail;
    }

    public void setWithDetail(Boolean withDetail) {
        this.withDetail = withDetail;
    }
}
