/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** The parameters of parse jobs. */
@UriParams
public class JobOptions {
    @UriParam(
            label = "producer,parseAsync",
            description =
                    "Address that the service calls when the job ends, in place of the signed one that the component "
                            + "builds. Also as header CamelDocprocWebhook. Example: https://hooks.example.com/parsed")
    private String webhook;

    @UriParam(
            label = "producer,parseAsync",
            description = "What the document is known by when its completion arrives; the header "
                    + "CamelFileName, else the id of the exchange, when it is not set. Also as header "
                    + "CamelDocprocCorrelationId. Example: order-4711")
    private String correlationId;

    @UriParam(
            label = "producer,parseStatus",
            description = "Job to ask about; the message body when it is not set. Also as header "
                    + "CamelDocprocJobId. Example: job-4711")
    private String jobId;

    /** Address that the service calls when the job ends, in place of the signed one that the component builds. */
    public String getWebhook() {
        return webhook;
    }

    /** Address that the service calls when the job ends, in place of the signed one that the component builds. */
    public void setWebhook(String webhook) {
        this.webhook = webhook;
    }

    /** What the document is known by when its completion arrives; the header CamelFileName, else the id of the exchange, when it is not set. */
    public String getCorrelationId() {
        return correlationId;
    }

    /** What the document is known by when its completion arrives; the header CamelFileName, else the id of the exchange, when it is not set. */
    public void setCorrelationId(String correlationId) {
        this.correlationId = correlationId;
    }

    /** Job to ask about; the message body when it is not set. */
    public String getJobId() {
        return jobId;
    }

    /** Job to ask about; the message body when it is not set. */
    public void setJobId(String jobId) {
        this.jobId = jobId;
    }
}
