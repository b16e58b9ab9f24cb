/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.IOException;

/** The spool directory cannot be written. It concerns every document. */
public final class SpoolException extends IOException {
    private static final long serialVersionUID = 1L;

    SpoolException(IOException cause) {
        super(
                "the spool directory cannot be written: " + cause
                        + "; correct spoolDirectory of the stream caching, or free space on its disk",
                cause);
    }
}
