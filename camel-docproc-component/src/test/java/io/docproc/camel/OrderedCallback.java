/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The address that a parse job's form asks the service to call. */
public final class OrderedCallback {
    private static final Pattern WEBHOOK =
            Pattern.compile("name=\"webhook\"\r\n.*?\r\n\r\n(http.*?)\r\n", Pattern.DOTALL);

    private OrderedCallback() {}

    /** The address in this form; fails when it has none. */
    public static URI in(String form) {
        Matcher webhook = WEBHOOK.matcher(form);
        if (!webhook.find()) {
            throw new AssertionError("The form orders no callback: " + form);
        }
        return URI.create(webhook.group(1));
    }
}
