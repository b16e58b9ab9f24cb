/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** The parameters of the queries about the account, and of the deprecated workflow-configuration calls. */
@UriParams
public class AccountOptions {
    @UriParam(
            label = "producer,packages",
            description = "Path of the service whose packages are queried; packages needs it. Also as header "
                    + "CamelDocprocApiPath. Example: /ai/service/v1/pdf_to_markdown")
    private String apiPath;

    @UriParam(
            label = "producer,packages",
            description = "Whether all packages are returned, expired ones included, or only those in effect. Also as "
                    + "header CamelDocprocIncludeAll. Example: true")
    private Boolean includeAll;

    @UriParam(
            label = "producer,workflow",
            description = "Workspace of the category, where the body does not name it. Also as header "
                    + "CamelDocprocWorkspaceId. Example: 1001")
    private String workspaceId;

    @UriParam(
            label = "producer,workflow",
            description =
                    "File category, where the body does not name it. Also as header CamelDocprocCategoryId. Example: "
                            + "2001")
    private String categoryId;

    @UriParam(
            label = "producer,workflow",
            description = "Table of the category, where the body does not name it. Also as header CamelDocprocTableId. "
                    + "Example: 3001")
    private String tableId;

    @UriParam(
            label = "producer,workflow",
            description =
                    "Whether everything is returned or the id only, where the body does not say it. Also as header "
                            + "CamelDocprocWithDetail. Example: true")
    private Boolean withDetail;

    /** Path of the service whose packages are queried; packages needs it. */
    public String getApiPath() {
        return apiPath;
    }

    /** Path of the service whose packages are queried; packages needs it. */
    public void setApiPath(String apiPath) {
        this.apiPath = apiPath;
    }

    /** Whether all packages are returned, expired ones included, or only those in effect. */
    public Boolean getIncludeAll() {
        return includeAll;
    }

    /** Whether all packages are returned, expired ones included, or only those in effect. */
    public void setIncludeAll(Boolean includeAll) {
        this.includeAll = includeAll;
    }

    /** Workspace of the category, where the body does not name it. */
    public String getWorkspaceId() {
        return workspaceId;
    }

    /** Workspace of the category, where the body does not name it. */
    public void setWorkspaceId(String workspaceId) {
        this.workspaceId = workspaceId;
    }

    /** File category, where the body does not name it. */
    public String getCategoryId() {
        return categoryId;
    }

    /** File category, where the body does not name it. */
    public void setCategoryId(String categoryId) {
        this.categoryId = categoryId;
    }

    /** Table of the category, where the body does not name it. */
    public String getTableId() {
        return tableId;
    }

    /** Table of the category, where the body does not name it. */
    public void setTableId(String tableId) {
        this.tableId = tableId;
    }

    /** Whether everything is returned or the id only, where the body does not say it. */
    public Boolean getWithDetail() {
        return withDetail;
    }

    /** Whether everything is returned or the id only, where the body does not say it. */
    public void setWithDetail(Boolean withDetail) {
        this.withDetail = withDetail;
    }
}
