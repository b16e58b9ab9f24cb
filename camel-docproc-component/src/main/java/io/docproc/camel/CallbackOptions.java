/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** How callbacks reach the application and how they are signed: shared by those who order them and those who take them, so best set on the component. */
@UriParams
public class CallbackOptions {
    @UriParam(
            label = "callback",
            defaultValue = "/docproc/completions",
            description = "Path under which callbacks arrive. Example: /hooks/parsed")
    private String path = "/docproc/completions";

    @UriParam(
            label = "callback",
            description = "Address under which the service reaches the application, without the path. With it and "
                    + "callbackSecret, parseAsync orders a signed callback for every job. Example: "
                    + "https://hooks.example.com")
    private String publicUrl;

    @UriParam(
            label = "callback,security",
            secret = true,
            description = "Secret that signs callbacks, at least 16 characters. Several separated by commas allow "
                    + "rotation: the first signs, all are recognized. Example: {{env:DOCPROC_CALLBACK_SECRET}}")
    private String callbackSecret;

    @UriParam(
            label = "callback",
            defaultValue = "7d",
            javaType = "java.time.Duration",
            description = "How long the address of a callback is good for, and how long the end of an overdue job is "
                    + "waited for before it is given up as failed. While the service cannot be asked, nothing is given "
                    + "up. Example: 48h")
    private long callbackTtl = 7 * 24 * 3_600_000L;

    /** Path under which callbacks arrive. */
    public String getPath() {
        return path;
    }

    /** Path under which callbacks arrive. */
    public void setPath(String path) {
        this.path = path;
    }

    /** Address under which the service reaches the application, without the path. */
    public String getPublicUrl() {
        return publicUrl;
    }

    /** Address under which the service reaches the application, without the path. */
    public void setPublicUrl(String publicUrl) {
        this.publicUrl = publicUrl;
    }

    /** Secret that signs callbacks, at least 16 characters. */
    public String getCallbackSecret() {
        return callbackSecret;
    }

    /** Secret that signs callbacks, at least 16 characters. */
    public void setCallbackSecret(String callbackSecret) {
        this.callbackSecret = callbackSecret;
    }

    /** How long the address of a callback is good for, and how long the end of an overdue job is waited for. */
    public long getCallbackTtl() {
        return callbackTtl;
    }

    /** How long the address of a callback is good for, and how long the end of an overdue job is waited for. */
    public void setCallbackTtl(long callbackTtl) {
        this.callbackTtl = callbackTtl;
    }
}
