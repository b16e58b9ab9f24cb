/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs a warning at start for an operation that the service has deprecated. */
final class DeprecatedCall {
    private static final Logger LOG = LoggerFactory.getLogger("io.docproc.camel.internal.operation");

    private DeprecatedCall() {}

    static void warn(String operation, String replacement) {
        LOG.warn(
                "docproc:{} makes a call that the service has deprecated: it still works and is no longer maintained."
                        + " The service's replacement is {}",
                operation,
                replacement);
    }
}
