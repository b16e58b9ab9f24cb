/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConfiguration;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.DocprocEndpoint;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.internal.operation.OptionDeclaration;
import io.docproc.camel.ratelimit.BucketRateLimiter;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.ComponentJson;
import io.docproc.camel.testkit.ServiceDouble;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.catalog.CamelCatalog;
import org.apache.camel.catalog.DefaultCamelCatalog;
import org.apache.camel.spi.PropertiesFunction;
import org.apache.camel.spi.Registry;
import org.apache.camel.support.PropertyBindingSupport;
import org.apache.camel.support.ScheduledPollEndpoint;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.apache.camel.tooling.model.BaseOptionModel;
import org.apache.camel.tooling.model.ComponentModel;
import org.apache.camel.tooling.model.ComponentModel.ComponentOptionModel;
import org.apache.camel.tooling.model.ComponentModel.EndpointHeaderModel;
import org.apache.camel.tooling.model.ComponentModel.EndpointOptionModel;
import org.apache.camel.util.StringHelper;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.BeanWrapperImpl;
import org.springframework.boot.convert.ApplicationConversionService;

/** Consistency of the generated metadata with the code, and validity of the examples in it. */
final class MetadataTest {
    /** Options that Camel defines for every component. */
    private static final Set<String> CAMEL_OPTIONS = Set.of(
            "autowiredEnabled",
            "bridgeErrorHandler",
            "exceptionHandler",
            "exchangePattern",
            "healthCheckConsumerEnabled",
            "healthCheckProducerEnabled",
            "lazyStartProducer");

    private final ComponentModel component = ComponentJson.model();

    @Test
    void theOperationsAreThoseOfTheEndpoint() {
        assertThat(endpointOption("operation").getEnums())
                .containsExactlyElementsOf(names(Arrays.stream(DocprocOperation.values())));
    }

    @ParameterizedTest
    @EnumSource
    void eachOperationOptionIsAnEndpointOptionOfTheSameType(DocprocOperation operation) {
        for (OptionDeclaration option : operation.options()) {
            assertThat(boxed(endpointOption(option.name()).getJavaType()))
                    .as("type of %s", option.name())
                    .isEqualTo(type(option));
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachOperationOptionHasADescribedHeaderOfItsType(DocprocOperation operation) {
        for (OptionDeclaration option : withHeader(operation)) {
            EndpointHeaderModel header = header(option.headerName());

            assertThat(header.getLabel()).isEqualTo("option");
            assertThat(header.isSecret()).isEqualTo(option.name().equals("pdfPassword"));
            assertThat(header.getJavaType()).isEqualTo(option.type().getName().replace("java.lang.", ""));
        }
    }

    @Test
    void eachHeaderHasADescriptionOfItsOwn() {
        assertThat(component.getEndpointHeaders())
                .extracting(EndpointHeaderModel::getDescription)
                .doesNotHaveDuplicates()
                .noneMatch(description -> description.contains("The option "));
    }

    @Test
    void noNameIsThatOfAnOptionAndOfAResult() {
        assertThat(allOptions().filter(OptionDeclaration::hasHeader).map(OptionDeclaration::headerName))
                .doesNotContainAnyElementsOf(Arrays.stream(ResultHeader.values())
                        .map(ResultHeader::headerName)
                        .toList());
    }

    @Test
    void eachDescribedHeaderIsReadOrSet() {
        Stream<String> options =
                allOptions().filter(OptionDeclaration::hasHeader).map(OptionDeclaration::headerName);
        Stream<String> results = Arrays.stream(ResultHeader.values()).map(ResultHeader::headerName);

        assertThat(component.getEndpointHeaders())
                .extracting(EndpointHeaderModel::getName)
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(options, results).collect(Collectors.toSet()));
    }

    @Test
    void eachConstantIsADescribedHeader() throws IllegalAccessException {
        for (Field constant : DocprocConstants.class.getFields()) {
            assertThat(header(constant.get(null).toString()).getConstantName())
                    .isEqualTo(DocprocConstants.class.getName() + "#" + constant.getName());
        }
    }

    @Test
    void eachEndpointOptionBelongsToAnOperation() {
        Set<String> expected = Arrays.stream(DocprocOperation.values())
                .flatMap(operation -> ComponentJson.options().of(operation).stream())
                .map(OptionDeclaration::name)
                .collect(Collectors.toCollection(TreeSet::new));
        expected.add("operation");

        assertThat(component.getEndpointOptions())
                .extracting(EndpointOptionModel::getName)
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void theGroupsAreThoseOfCamel() {
        assertThat(Stream.concat(component.getEndpointOptions().stream(), component.getComponentOptions().stream()))
                .extracting(BaseOptionModel::getGroup)
                .allMatch(
                        group -> group.matches(
                                "(common|producer|consumer|security|health|scheduler)|((producer |consumer )?\\(?advanced\\)?)"));
    }

    /** An option that is not set is not sent: its default is the service's. */
    @Test
    void noRequestFieldHasADefault() {
        assertThat(allOptions().filter(option -> !option.field().isEmpty()))
                .allSatisfy(option -> assertThat(endpointOption(option.name()).getDefaultValue())
                        .as("default of %s", option.name())
                        .isNull());
    }

    @Test
    void eachOptionHasAValidExample() {
        assertThat(Stream.concat(component.getComponentOptions().stream(), component.getEndpointOptions().stream())
                        .map(BaseOptionModel.class::cast)
                        .filter(option -> !CAMEL_OPTIONS.contains(option.getName()))
                        .filter(option -> !isOfScheduler(option.getName())))
                .allSatisfy(option -> {
                    String example = ComponentJson.example(option)
                            .orElseThrow(() -> new AssertionError(option.getName() + " has no example"));
                    assertThat(example).as(option.getName()).isNotEqualTo(option.getDefaultValue());
                    if (option.getEnums() != null) {
                        assertThat(option.getEnums()).contains(example);
                    }
                    if (option.isMultiValue()) {
                        assertThat(example).startsWith(option.getPrefix()).contains("=");
                    }
                    assertThat(option.isSecret())
                            .as("%s is a secret", option.getName())
                            .isEqualTo(example.startsWith("{{"));
                });
    }

    /** Spring XML sets the options that the component shares with its configuration as properties of the component. */
    @Test
    void theOptionsOfTheConfigurationArePropertiesOfTheComponent() {
        Map<String, String> values =
                Map.of("string", "text", "duration", "5000", "integer", "7", "number", "2.5", "boolean", "true");
        DocprocComponent docproc = new DocprocComponent();
        BeanWrapper properties = new BeanWrapperImpl(docproc);
        BeanWrapper configuration = new BeanWrapperImpl(docproc.getConfiguration());
        for (BeanWrapper bean : List.of(properties, configuration)) {
            bean.setConversionService(ApplicationConversionService.getSharedInstance());
        }
        List<ComponentOptionModel> shared = component.getComponentOptions().stream()
                .filter(option -> configuration.isWritableProperty(option.getName()))
                .toList();

        assertThat(shared).hasSize(21).allSatisfy(option -> {
            String name = option.getName();
            assertThat(properties.isWritableProperty(name)).as(name).isTrue();
            if (values.containsKey(option.getType())) {
                properties.setPropertyValue(name, values.get(option.getType()));
                assertThat(configuration.getPropertyValue(name))
                        .as(name)
                        .isEqualTo(configuration.convertIfNecessary(
                                values.get(option.getType()), configuration.getPropertyType(name)));
            }
        });
    }

    /** Camel describes the options of its scheduled consumers. */
    private static boolean isOfScheduler(String option) {
        return Arrays.stream(ScheduledPollEndpoint.class.getDeclaredFields())
                .anyMatch(field -> field.getName().equals(option));
    }

    private static List<OptionDeclaration> withHeader(DocprocOperation operation) {
        return operation.options().stream().filter(OptionDeclaration::hasHeader).toList();
    }

    private static Stream<OptionDeclaration> allOptions() {
        return Arrays.stream(DocprocOperation.values()).flatMap(operation -> operation.options().stream());
    }

    private static List<String> names(Stream<DocprocOperation> operations) {
        return operations.map(Enum::name).toList();
    }

    /** Returns the type of an endpoint option; a JSON object is given there as the name of a resource. */
    private static String type(OptionDeclaration option) {
        return option.type() == Object.class
                ? "java.lang.String"
                : option.type().getName();
    }

    private static String boxed(String javaType) {
        String raw = javaType.replaceAll("<.*", "");
        return Map.of(
                        "boolean", "java.lang.Boolean",
                        "Boolean", "java.lang.Boolean",
                        "int", "java.lang.Integer",
                        "long", "java.lang.Long",
                        "double", "java.lang.Double")
                .getOrDefault(raw, raw);
    }

    private EndpointOptionModel endpointOption(String name) {
        return component.getEndpointOptions().stream()
                .filter(option -> option.getName().equals(name))
                .findAny()
                .orElseThrow(() -> new AssertionError("the endpoint has no option " + name));
    }

    private EndpointHeaderModel header(String name) {
        return component.getEndpointHeaders().stream()
                .filter(header -> header.getName().equals(name))
                .findAny()
                .orElseThrow(() -> new AssertionError("there is no header " + name));
    }

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
        DocprocConfiguration configuration = service.configuration();
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
