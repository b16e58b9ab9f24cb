/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.download;

/** Thrown if the URL of a result does not exist or has expired. A status request may return another URL. */
public final class ExpiredUrlException extends ResultUnavailableException {
    private static final long serialVersionUID = 1L;

    ExpiredUrlException(String message) {
        super(message);
    }
}
