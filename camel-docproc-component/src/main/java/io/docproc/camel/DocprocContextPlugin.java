/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import org.apache.camel.CamelContext;
import org.apache.camel.spi.ContextServicePlugin;

/** Adds {@link DocprocSafeRedelivery} to each context before its routes are loaded. Camel loads it from 4.17 on. */
public final class DocprocContextPlugin implements ContextServicePlugin {
    @Override
    public void load(CamelContext context) {
        DocprocSafeRedelivery.addTo(context);
    }
}
