/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.workflow;

/** Which file category of which workspace. */
record CategoryKey(String workspaceId, String categoryId) {
    static CategoryKey of(WorkflowBody body) {
        return new CategoryKey(body.required("workspace_id"), body.required("category_id"));
    }
}
