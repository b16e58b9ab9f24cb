/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.completion;

import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/**
 * Options for the address and the signature of callbacks. {@code parseAsync} and the webhook consumer must use the same
 * values, so set them on the component.
 */
@UriParams
public class CallbackOptions {
    static final String DEFAULT_PATH = "/docproc/completions";

    /**
     * Path that relates jobs to their consumer. webhook: also the path of the HTTP endpoint that receives callbacks.
     * parseAsync: if only the consumer sets it, and the application has no other consumer, parseAsync uses it too.
     * Example: /hooks/parsed
     */
    @UriParam(label = "parseAsync,webhook,completions,common", defaultValue = "/docproc/completions")
    private String path = DEFAULT_PATH;

    /**
     * Public base URL of the application, without the option path, at which the service can reach it. parseAsync: with
     * publicUrl and callbackSecret, a signed callback URL is registered for every job. Example:
     * https://hooks.example.com
     */
    @UriParam(label = "parseAsync,webhook,common")
    private String publicUrl;

    /**
     * Secret that signs callback URLs, at least 16 characters. Several secrets, separated by commas, allow rotation:
     * the first one signs, and all are accepted. Example: {{env:DOCPROC_CALLBACK_SECRET}}
     */
    @UriParam(label = "parseAsync,webhook,security", secret = true)
    private String callbackSecret;

    public String getPath() {
        return path;
    }

    public void setPath(String path) {
        this.path = path;
    }

    public String getPublicUrl() {
        return publicUrl;
    }

    public void setPublicUrl(String publicUrl) {
        this.publicUrl = publicUrl;
    }

    public String getCallbackSecret() {
        return callbackSecret;
    }

    public void setCallbackSecret(String callbackSecret) {
        this.callbackSecret = callbackSecret;
    }
}
