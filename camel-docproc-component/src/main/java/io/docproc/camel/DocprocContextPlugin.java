/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.builder.RouteBuilderLifecycleStrategy;
import org.apache.camel.spi.ContextServicePlugin;

/** Adds {@link DocprocSafeRedelivery} to each context before its routes are loaded. Camel loads it from 4.17 on. */
public final class DocprocContextPlugin implements ContextServicePlugin {
    @Override
    public void load(CamelContext context) {
        try {
            DocprocSafeRedelivery.addTo(context);
        } catch (NullPointerException e) {
            // The constructor of DefaultCamelContext loads plugins before the context has a model.
            context.getRegistry()
                    .bind(DocprocSafeRedelivery.ID, RouteBuilderLifecycleStrategy.class, new BeforeFirstRoute());
        }
    }

    private static final class BeforeFirstRoute implements RouteBuilderLifecycleStrategy {
        @Override
        public void beforeConfigure(RouteBuilder routes) {
            DocprocSafeRedelivery.addTo(routes.getContext());
        }
    }
}
