/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import io.docproc.camel.DocprocComponent;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.camel.Component;
import org.apache.camel.spi.ComponentCustomizer;
import org.apache.camel.spi.PropertyConfigurerGetter;
import org.apache.camel.spring.boot.CamelAutoConfiguration;
import org.apache.camel.spring.boot.util.ConditionalOnHierarchicalProperties;
import org.apache.camel.spring.boot.util.HierarchicalPropertiesEvaluator;
import org.apache.camel.support.PropertyBindingSupport;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Spring Boot auto-configuration that sets the properties {@code camel.component.docproc.*} as options of the
 * component. Active if the application uses Camel Spring Boot. Spring Boot's relaxed binding applies: {@code base-url},
 * {@code baseUrl} and {@code BASE_URL} are the same option.
 */
@AutoConfiguration(after = CamelAutoConfiguration.class)
@ConditionalOnClass(CamelAutoConfiguration.class)
@ConditionalOnBean(CamelAutoConfiguration.class)
@ConditionalOnHierarchicalProperties({"camel.component", DocprocAutoConfiguration.PREFIX})
public final class DocprocAutoConfiguration {
    static final String PREFIX = "camel.component.docproc";

    private static final Set<String> OF_CAMEL_SPRING_BOOT = Set.of("enabled", "customizer.enabled");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}]*\\}");
    private static final String CONFIGURATION = "configuration";

    /**
     * Creates the customizer that sets the properties when Camel creates the component {@code docproc}. A component that
     * the application registers under another name is for another account.
     *
     * @throws IllegalArgumentException if a property is not an option of the component, or a Spring placeholder has no
     *     value
     */
    @Bean
    ComponentCustomizer docprocComponentCustomizer(Environment environment) {
        Map<String, Object> options = options(environment);
        return new ComponentCustomizer() {
            @Override
            public boolean isEnabled(String name, Component target) {
                return name.equals("docproc")
                        && HierarchicalPropertiesEvaluator.evaluate(
                                environment, "camel.component.customizer", PREFIX + ".customizer");
            }

            @Override
            public void configure(String name, Component target) {
                set(options, target);
            }
        };
    }

    /** Sets the option {@code configuration} first, if present, and the other options on a copy of it. */
    private static void set(Map<String, Object> options, Component target) {
        Map<String, Object> single = new TreeMap<>(options);
        Object configuration = single.remove(CONFIGURATION);
        if (configuration != null && target instanceof DocprocComponent component) {
            bind(target, Map.of(CONFIGURATION, configuration));
            component.setConfiguration(component.getConfiguration().copy());
        }
        bind(target, single);
    }

    private static void bind(Component target, Map<String, Object> properties) {
        PropertyBindingSupport.build()
                .withCamelContext(target.getCamelContext())
                .withTarget(target)
                .withConfigurer(target.getComponentPropertyConfigurer())
                .withProperties(properties)
                .withRemoveParameters(false)
                .withIgnoreCase(true)
                .withMandatory(true)
                .bind();
    }

    /** Returns the values by the option names of Camel's property binding. Camel placeholders are not resolved. */
    static Map<String, Object> options(Environment environment) {
        // Looked up by name: it is generated from the component after this class is compiled.
        PropertyConfigurerGetter component = (PropertyConfigurerGetter) BeanUtils.instantiateClass(
                ClassUtils.resolveClassName(DocprocComponent.class.getName() + "Configurer", null));
        Map<String, Object> options = new TreeMap<>();
        Binder.get(environment)
                .bind(PREFIX, Bindable.mapOf(String.class, String.class))
                .orElse(Map.of())
                .forEach((key, value) -> {
                    if (!OF_CAMEL_SPRING_BOOT.contains(key)) {
                        options.putIfAbsent(option(component, key), resolved(key, value));
                    }
                });
        return options;
    }

    private static String option(PropertyConfigurerGetter component, String key) {
        String flat = uniform(key);
        if (component.getOptionType(flat, true) != null) {
            return flat;
        }
        int dot = key.indexOf('.');
        String map = uniform(key.substring(0, Math.max(dot, 0)));
        if (component.getOptionType(map, true) == Map.class) {
            return map + "[" + key.substring(dot + 1) + "]";
        }
        throw new IllegalArgumentException("Property " + PREFIX + "." + key
                + " is not an option of the docproc component; correct its name, or remove"
                + " it; options of an endpoint, such as enhanceMode, belong into the URI of a route");
    }

    /** Returns a name without separators in lower case. That of an environment variable has dots: {@code base.url}. */
    private static String uniform(String key) {
        return key.replaceAll("[-_.]", "").toLowerCase(Locale.ROOT);
    }

    /** A secret without a value would otherwise be the text of its placeholder, which is public. */
    private static String resolved(String key, String value) {
        if (PLACEHOLDER.matcher(value).find()) {
            throw new IllegalArgumentException("Property " + PREFIX + "." + key
                    + " contains a placeholder ${...} that has no value; set its environment variable or property, or"
                    + " give the placeholder a default");
        }
        return value;
    }
}
