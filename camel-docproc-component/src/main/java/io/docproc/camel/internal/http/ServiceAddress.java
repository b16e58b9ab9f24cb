/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** Validates the options that are base URLs. */
public final class ServiceAddress {
    private ServiceAddress() {}

    /**
     * Returns the URL of an option without a trailing slash, with the scheme in lower case.
     *
     * @param option the name of the option, for exception messages
     * @param url the value of the option; null if it is not set
     * @throws IllegalArgumentException if the URL is missing, is not http or https, or has user info, a query or a
     *     fragment
     */
    public static URI of(String option, String url) {
        if (url == null || url.isBlank()) {
            throw new IllegalArgumentException("Option " + option
                    + " is required: set it on the component or the endpoint, to the address of the service");
        }
        URI address = parsed(option, url.strip().replaceAll("/+$", ""));
        boolean http = "http".equalsIgnoreCase(address.getScheme()) || "https".equalsIgnoreCase(address.getScheme());
        boolean more =
                address.getRawUserInfo() != null || address.getRawQuery() != null || address.getRawFragment() != null;
        if (!http || address.getHost() == null || more) {
            throw notAnAddress(option);
        }
        return URI.create(
                address.toString().replaceFirst("^[^:]+", address.getScheme().toLowerCase(Locale.ROOT)));
    }

    /** Parses a URL. The exception does not contain the URL, because it may contain a user and a password. */
    private static URI parsed(String option, String url) {
        try {
            return new URI(url);
        } catch (URISyntaxException e) {
            throw notAnAddress(option);
        }
    }

    private static IllegalArgumentException notAnAddress(String option) {
        return new IllegalArgumentException("Option " + option
                + " must be an http or https address with a host, without user, query or fragment, such as"
                + " https://service.example.com");
    }
}
