/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.download;

import java.io.IOException;

/**
 * Thrown if a result cannot be downloaded and another attempt cannot succeed while the service and the options stay the
 * same. Examples: the result does not exist, its URL is refused or has expired, or it is too large. Account errors,
 * rate limits, server errors, transport failures and invalid responses cause other exceptions.
 */
public sealed class ResultUnavailableException extends IOException permits ExpiredUrlException {
    private static final long serialVersionUID = 1L;

    ResultUnavailableException(String message) {
        super(message);
    }
}
