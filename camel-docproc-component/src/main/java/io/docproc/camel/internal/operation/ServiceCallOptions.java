/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import java.util.Map;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** Options of the operation {@code call}. */
@UriParams
public final class ServiceCallOptions {
    @UriParam(
            label = "producer,call",
            description =
                    "Path of the call, below baseUrl or workflowUrl. It begins with /, has at most 2000 characters, "
                            + "and contains no query, no fragment, no backslash, no empty segment, and no segment . or "
                            + ".. in any encoding. Other special characters must be percent-encoded. Required. Also as "
                            + "header "
                            + "CamelDocprocServicePath. Example: /ai/service/v1/pdf_to_markdown")
    private String servicePath;

    @UriParam(
            label = "producer,call",
            enums = "GET,POST",
            description =
                    "HTTP method of the call. If not set, a message with a body is sent with POST, and a message without "
                            + "a body with GET. A POST may be billed and is not retryable once it may have arrived. Its "
                            + "result is not stored in resultRepository. Also as "
                            + "header CamelDocprocServiceMethod. Example: GET")
    private String serviceMethod;

    @UriParam(
            label = "producer,call",
            enums = "main,workflow",
            description =
                    "Service that is called: main (baseUrl, the default) or workflow (workflowUrl). Also as header "
                            + "CamelDocprocService. Example: workflow")
    private String service;

    @UriParam(
            label = "producer,call",
            prefix = "query.",
            multiValue = true,
            description =
                    "Query parameters of the call, encoded at most 8000 characters. A list repeats its parameter. "
                            + "Also as header CamelDocprocQuery with a Map, in which null removes a parameter of the endpoint. "
                            + "Example: query.page=2")
    private Map<String, Object> query;

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

    public Map<String, Object> getQuery() {
        return query;
    }

    public void setQuery(Map<String, Object> query) {
        this.query = query;
    }
}
