/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** Options of the packages query and of the deprecated workflow-configuration calls. */
@UriParams
public final class AccountOptions {
    @UriParam(
            label = "producer,packages",
            description = "Path of the service whose packages are queried. Required at the call of packages. Also as "
                    + "header CamelDocprocApiPath. Example: /ai/service/v1/pdf_to_markdown")
    private String apiPath;

    @UriParam(
            label = "producer,packages",
            description = "Whether the response contains all packages, including expired ones, or only those in "
                    + "effect. Also as header CamelDocprocIncludeAll. Example: true")
    private Boolean includeAll;

    @UriParam(
            label = "producer,workflow",
            description = "Workspace of the file category, used if the body does not contain it. Also as header "
                    + "CamelDocprocWorkspaceId. Example: 1001")
    private String workspaceId;

    @UriParam(
            label = "producer,workflow",
            description = "File category, used if the body does not contain it. Also as header CamelDocprocCategoryId. "
                    + "Example: 2001")
    private String categoryId;

    @UriParam(
            label = "producer,workflow",
            description = "Table of the file category, used if the body does not contain it. Also as header "
                    + "CamelDocprocTableId. Example: 3001")
    private String tableId;

    @UriParam(
            label = "producer,workflow",
            description = "Whether the response contains all fields or only the id, used if the body does not contain "
                    + "it. Also as header CamelDocprocWithDetail. Example: true")
    private Boolean withDetail;

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
