/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import java.io.IOException;

/** A result's address that must not be asked for. */
final class ResultRefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    ResultRefusedException(String reason) {
        super("the result_url is refused: " + reason);
    }
}
