/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** Options of parse jobs. */
@UriParams
public final class JobOptions {
    @UriParam(
            label = "producer,parseAsync",
            description = "URL that the service calls when the job completes, used instead of the signed callback URL "
                    + "of the component. The job is then not stored in the job repository. Also as header "
                    + "CamelDocprocWebhook. Example: https://hooks.example.com/parsed")
    private String webhook;

    @UriParam(
            label = "producer,parseAsync",
            description = "Correlation id that the completion of the job contains. If not set, the file name of the "
                    + "document is used, else the exchange id. Also as header CamelDocprocCorrelationId. Example: "
                    + "order-4711")
    private String correlationId;

    @UriParam(
            label = "producer,parseStatus,parseResult",
            description = "Id of the job whose status or result is requested. If not set, the message body is used: "
                    + "the id as text, a ParseJob or a ParseCompletion. Also as header CamelDocprocJobId. Example: "
                    + "job-4711")
    private String jobId;

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
