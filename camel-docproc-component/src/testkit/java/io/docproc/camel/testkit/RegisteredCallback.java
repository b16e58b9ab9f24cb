/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the callback URL from the multipart form of a parse job. */
public final class RegisteredCallback {
    private static final Pattern WEBHOOK =
            Pattern.compile("name=\"webhook\"\r\n.*?\r\n\r\n(http.*?)\r\n", Pattern.DOTALL);

    private RegisteredCallback() {}

    /** Returns the callback URL of a form; fails if it has none. */
    public static URI in(String form) {
        Matcher webhook = WEBHOOK.matcher(form);
        if (!webhook.find()) {
            throw new AssertionError("The form has no part 'webhook': " + form);
        }
        return URI.create(webhook.group(1));
    }
}
