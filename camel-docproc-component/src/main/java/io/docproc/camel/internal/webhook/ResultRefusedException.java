/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

/** Thrown if {@link ResultHosts} does not allow a {@code result_url}. */
final class ResultRefusedException extends ResultUnavailableException {
    private static final long serialVersionUID = 1L;

    ResultRefusedException(String reason) {
        super("the result_url is refused: " + reason);
    }
}
