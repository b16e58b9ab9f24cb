/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.operation.CallOption.Allowed;
import io.docproc.camel.internal.operation.CallOption.PerCall;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** Options of {@code packages}, {@code call} and the deprecated workflow-configuration calls. */
@UriParams
public final class ServiceOptions {
    @UriParam(
            label = "packages,producer",
            description = "Path of the service whose packages are queried. Required at the call of packages. Example: "
                    + "/ai/service/v1/pdf_to_markdown")
    @PerCall(field = "api_path")
    private String apiPath;

    @UriParam(
            label = "packages,producer",
            description =
                    "Whether the response contains all packages, including expired ones, or only those in effect. "
                            + "Example: true")
    @PerCall(field = "include_all")
    private Boolean includeAll;

    @UriParam(
            label = "workflow,producer",
            description =
                    "Workspace of the file category, if neither the body nor the header contains it. Example: 1001")
    @PerCall(field = "workspace_id")
    private String workspaceId;

    @UriParam(
            label = "workflow,producer",
            description = "File category, if neither the body nor the header contains it. Example: 2001")
    @PerCall(field = "category_id")
    private String categoryId;

    @UriParam(
            label = "workflow,producer",
            description = "Table of the file category, if neither the body nor the header contains it. Example: 3001")
    @PerCall(field = "table_id")
    private String tableId;

    @UriParam(
            label = "workflow,producer",
            description =
                    "Whether the response contains all fields or only the id, if neither the body nor the header contains it. "
                            + "Example: true")
    @PerCall(field = "with_detail")
    private Boolean withDetail;

    @UriParam(
            label = "call,producer",
            description =
                    "Path of the call, below baseUrl or workflowUrl. It begins with /, has at most 2000 characters, "
                            + "and contains no query, no fragment, no backslash, no empty segment, and no segment . or .. in "
                            + "any encoding. Other special characters must be percent-encoded. Required. Example: "
                            + "/ai/service/v1/pdf_to_markdown")
    @PerCall(allowed = Allowed.SERVICE_PATH)
    private String servicePath;

    @UriParam(
            label = "call,producer",
            enums = "GET,POST,multipart",
            description =
                    "HTTP method of the call, or multipart for a POST of a form: a document is its part file, and a "
                            + "Map its parts. If not set, a message with a body or a fileUrl is sent with POST, and another message "
                            + "with GET. A POST may be billed and is not retryable once it may have arrived. "
                            + "Its result is not stored in resultRepository. Example: GET")
    @PerCall
    private String serviceMethod;

    @UriParam(
            label = "call,producer",
            enums = "main,workflow",
            description =
                    "Service that is called: main (baseUrl, the default) or workflow (workflowUrl). Example: workflow")
    @PerCall
    private String service;

    public String getApiPath() {
        return apiPath;
    }

    public void setApiPath(String apiPath) {
        this.apiPath = apiPath;
    }

    public Boolean getIncludeAll() {
        return includeAll;
    }

    public void setIncludeAll(Boolean includeAll) {
        this.includeAll = includeAll;
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

    public String getService() {
        return service;
    }

    public void setService(String service) {
        this.service = service;
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
