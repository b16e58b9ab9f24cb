/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConfiguration;
import io.docproc.camel.DocprocEndpoint;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.ratelimit.BucketRateLimiter;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.ComponentJson;
import io.docproc.camel.testkit.ServiceDouble;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.catalog.CamelCatalog;
import org.apache.camel.catalog.DefaultCamelCatalog;
import org.apache.camel.spi.PropertiesFunction;
import org.apache.camel.spi.Registry;
import org.apache.camel.support.PropertyBindingSupport;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.apache.camel.tooling.model.ComponentModel.EndpointOptionModel;
import org.apache.camel.util.StringHelper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Validity of the examples in the descriptions of options. */
final class OptionExamplesTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private CamelContext context;

    @BeforeEach
    void bindReferencedBeans() {
        context = service.context();
        Properties properties = new Properties();
        properties.setProperty("pdf.password", "1234");
        context.getPropertiesComponent().setOverrideProperties(properties);
        context.getPropertiesComponent().addPropertiesFunction(new Environment());
        Registry registry = context.getRegistry();
        registry.bind("tls", new SSLContextParameters());
        registry.bind("completions", new MemoryIdempotentRepository());
        registry.bind("account", new DocprocConfiguration());
        registry.bind("rateLimiter", new BucketRateLimiter(2));
        service.component().setResultRepository(new FileResultRepository(Path.of("results")));
        DocprocConfiguration configuration = service.component().getConfiguration();
        configuration.setWorkflowUrl("https://workflow.example.com");
        configuration.setCallbackSecret(CallbackServer.SECRET);
    }

    @Test
    void endpointsAcceptTheExamples() {
        assertThat(endpoints()).allSatisfy(uri -> assertThat(
                        context.getEndpoint(uri.replace("com.example.Invoice", Invoice.class.getName())))
                .isInstanceOf(DocprocEndpoint.class));
    }

    @Test
    void theCatalogAcceptsTheExamples() {
        CamelCatalog catalog = new DefaultCamelCatalog(true);

        assertThat(endpoints()).allSatisfy(uri -> assertThat(
                        catalog.validateEndpointProperties(uri).isSuccess())
                .as(uri)
                .isTrue());
    }

    /** Camel Main binds properties in both notations, and ignores the case. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theComponentAcceptsTheExamples(boolean withDashes) {
        assertThat(ComponentJson.model().getComponentOptions())
                .filteredOn(option -> !option.isMultiValue())
                .filteredOn(option -> ComponentJson.example(option).isPresent())
                .allSatisfy(option -> assertThat(bind(
                                withDashes ? StringHelper.camelCaseToDash(option.getName()) : option.getName(),
                                ComponentJson.example(option).orElseThrow()))
                        .as(option.getName())
                        .isTrue());
    }

    private boolean bind(String option, String value) {
        return PropertyBindingSupport.build()
                .withCamelContext(context)
                .withTarget(service.component())
                .withConfigurer(service.component().getComponentPropertyConfigurer())
                .withIgnoreCase(true)
                .withProperty(option, value)
                .bind();
    }

    private static List<String> endpoints() {
        return ComponentJson.model().getEndpointOptions().stream()
                .flatMap(option -> ComponentJson.example(option).stream()
                        .flatMap(example -> operations(option).map(operation -> uri(operation, option, example))))
                .toList();
    }

    private static Stream<String> operations(EndpointOptionModel option) {
        List<DocprocOperation> operations = ComponentJson.options().having(option.getName());
        return operations.isEmpty() ? Stream.of("crop") : operations.stream().map(Enum::name);
    }

    private static String uri(String operation, EndpointOptionModel option, String example) {
        if (option.getKind().equals("path")) {
            return "docproc:" + example;
        }
        return "docproc:" + operation + "?" + (option.isMultiValue() ? example : option.getName() + "=" + example);
    }

    /** Stand-in for environment variables. */
    private static final class Environment implements PropertiesFunction {
        @Override
        public String getName() {
            return "env";
        }

        @Override
        public String apply(String variable) {
            return "the-value-of-" + variable;
        }
    }

    /** Class of the results of an extraction. */
    public record Invoice(String total) {}
}
