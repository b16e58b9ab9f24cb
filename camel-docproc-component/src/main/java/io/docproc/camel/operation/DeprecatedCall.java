/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Says once at start that the service has deprecated a call. */
final class DeprecatedCall {
    private static final Logger LOG = LoggerFactory.getLogger("io.docproc.camel.operation");

    private DeprecatedCall() {}

    static void warn(String operation, String replacement) {
        LOG.warn(
                "docproc:{} makes a call that the service has deprecated: it still works and is no longer maintained."
                        + " The service's replacement is {}",
                operation,
                replacement);
    }
}
