/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.options;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.testkit.ComponentJson;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.camel.tooling.model.BaseOptionModel;
import org.junit.jupiter.api.Test;
import org.springframework.beans.BeanWrapper;
import org.springframework.beans.BeanWrapperImpl;
import org.springframework.boot.convert.ApplicationConversionService;
import org.springframework.context.support.GenericXmlApplicationContext;
import org.springframework.core.io.ByteArrayResource;

/** The options that the component shares with its configuration are properties of both, in Java and in Spring XML. */
class SharedOptionsTest {
    private static final Map<String, Object> BY_TYPE = Map.of(
            "string", "text",
            "duration", "5000",
            "integer", "7",
            "number", "2.5",
            "boolean", "true");

    private final BeanWrapper configuration = new BeanWrapperImpl(new DocprocComponent().getConfiguration());

    private List<String> shared() {
        return ComponentJson.model().getComponentOptions().stream()
                .map(BaseOptionModel::getName)
                .filter(configuration::isWritableProperty)
                .toList();
    }

    @Test
    void eachIsAPropertyOfTheComponent() {
        BeanWrapper component = new BeanWrapperImpl(new DocprocComponent());

        assertThat(shared()).hasSize(21).allMatch(component::isWritableProperty);
    }

    @Test
    void springXmlSetsEach() {
        Map<String, Object> values = new HashMap<>();
        ComponentJson.model().getComponentOptions().stream()
                .filter(option -> shared().contains(option.getName()))
                .filter(option -> BY_TYPE.containsKey(option.getType()))
                .forEach(option -> values.put(option.getName(), BY_TYPE.get(option.getType())));
        String properties = values.entrySet().stream()
                .map(value -> "<property name='%s' value='%s'/>".formatted(value.getKey(), value.getValue()))
                .collect(Collectors.joining());
        String xml =
                """
                <beans xmlns="http://www.springframework.org/schema/beans"
                       xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
                       xsi:schemaLocation="http://www.springframework.org/schema/beans
                         http://www.springframework.org/schema/beans/spring-beans.xsd">
                  <bean id="docproc" class="io.docproc.camel.DocprocComponent">
                    <property name="httpOptions"><map><entry key="userAgent" value="mine"/></map></property>
                    %s
                  </bean>
                </beans>
                """
                        .formatted(properties);
        try (GenericXmlApplicationContext application =
                new GenericXmlApplicationContext(new ByteArrayResource(xml.getBytes(StandardCharsets.UTF_8)))) {
            BeanWrapper set = new BeanWrapperImpl(
                    application.getBean(DocprocComponent.class).getConfiguration());
            set.setConversionService(ApplicationConversionService.getSharedInstance());
            assertThat(values).hasSizeGreaterThan(15).allSatisfy((name, value) -> assertThat(set.getPropertyValue(name))
                    .isEqualTo(set.convertIfNecessary(value, set.getPropertyType(name))));
            assertThat(set.getPropertyValue("httpOptions")).isEqualTo(Map.of("userAgent", "mine"));
        }
    }
}
