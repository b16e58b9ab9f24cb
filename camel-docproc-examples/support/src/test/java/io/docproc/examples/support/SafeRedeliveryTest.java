/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.error.DocprocBalanceException;
import io.docproc.camel.error.DocprocServerException;
import io.docproc.test.DocprocTestService;
import io.docproc.test.Operation;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.PluginHelper;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The error handling that the examples share. */
final class SafeRedeliveryTest {
    @RegisterExtension
    static final DocprocTestService SERVICE = DocprocTestService.create();

    private final List<String> failed = new ArrayList<>();

    private void call(String dsl) throws Exception {
        call(dsl, exchange -> {});
    }

    private void call(String dsl, Processor step) throws Exception {
        try (CamelContext context = new DefaultCamelContext()) {
            context.getPropertiesComponent().addOverrideProperty("docproc.redeliveryDelay", "1");
            DocprocComponent component = context.getComponent("docproc", DocprocComponent.class);
            component.getConfiguration().setBaseUrl(SERVICE.baseUrl());
            component.getConfiguration().setAppId(SERVICE.appId());
            component.getConfiguration().setSecretCode(SERVICE.secretCode());
            PluginHelper.getRoutesLoader(context)
                    .loadRoutes(PluginHelper.getResourceLoader(context)
                            .resolveResource("classpath:" + ExampleMain.SHARED_ROUTES + ".camel." + dsl));
            context.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("direct:call")
                            .routeConfigurationId("safe-redelivery")
                            .to("docproc:balance")
                            .process(step);
                    from("direct:failed").process(exchange -> failed.add("failed"));
                }
            });
            context.start();
            context.createProducerTemplate().sendBody("direct:call", "");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "xml"})
    void aRetryThatEndsWithAnAccountErrorDoesNotFailTheMessage(String dsl) {
        SERVICE.when(Operation.BALANCE).fail(40003);
        SERVICE.when(Operation.BALANCE).fail(30203).times(1);

        assertThatThrownBy(() -> call(dsl))
                .isInstanceOf(CamelExecutionException.class)
                .hasCauseInstanceOf(DocprocBalanceException.class);

        assertThat(SERVICE.calls(Operation.BALANCE)).hasSize(2);
        assertThat(failed).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "xml"})
    void anErrorDoesNotFailTheMessage(String dsl) {
        assertThatThrownBy(() -> call(dsl, exchange -> {
                    throw new NoClassDefFoundError("com/example/Reader");
                }))
                .hasRootCauseInstanceOf(NoClassDefFoundError.class);

        assertThat(failed).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"yaml", "xml"})
    void aMessageWhoseRetriesFailIsFailedOnce(String dsl) {
        SERVICE.when(Operation.BALANCE).fail(30203);

        assertThatThrownBy(() -> call(dsl))
                .isInstanceOf(CamelExecutionException.class)
                .hasCauseInstanceOf(DocprocServerException.class);

        assertThat(SERVICE.calls(Operation.BALANCE)).hasSize(5);
        assertThat(failed).containsExactly("failed");
    }
}
