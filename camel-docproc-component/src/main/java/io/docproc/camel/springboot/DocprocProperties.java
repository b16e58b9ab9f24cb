/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import io.docproc.camel.DocprocComponent;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.apache.camel.spi.PropertyConfigurerGetter;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.origin.Origin;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Properties of an application that set options of the component. Spring Boot's relaxed binding applies: {@code
 * base-url}, {@code baseUrl} and {@code BASE_URL} are the same option.
 */
final class DocprocProperties {
    static final String PREFIX = "camel.component.docproc";

    private static final Set<String> OF_CAMEL_SPRING_BOOT = Set.of("enabled", "customizer.enabled");
    private static final Pattern PLACEHOLDER = Pattern.compile("\\$\\{[^}]*\\}");

    /**
     * Configurer of the component, looked up by name: it is generated from the component after this class is compiled.
     */
    private static final PropertyConfigurerGetter COMPONENT = (PropertyConfigurerGetter) BeanUtils.instantiateClass(
            ClassUtils.resolveClassName(DocprocComponent.class.getName() + "Configurer", null));

    private DocprocProperties() {}

    /**
     * Returns the values by the option names of Camel's property binding. Spring placeholders are resolved, Camel
     * placeholders are not.
     *
     * @throws DocprocPropertyException if a property is not an option of the component, or a Spring placeholder has no
     *     value
     */
    static Map<String, Object> of(Environment environment) {
        Map<String, Object> options = new TreeMap<>();
        Binder.get(environment)
                .bind(PREFIX, Bindable.mapOf(String.class, String.class))
                .orElse(Map.of())
                .forEach((key, value) -> {
                    if (!OF_CAMEL_SPRING_BOOT.contains(key)) {
                        String option = option(key)
                                .orElseThrow(() -> DocprocPropertyException.unknownOption(
                                        PREFIX + "." + key, origin(environment, key)));
                        options.putIfAbsent(option, resolved(environment, key, value));
                    }
                });
        return options;
    }

    private static Optional<String> option(String key) {
        String flat = uniform(key);
        if (COMPONENT.getOptionType(flat, true) != null) {
            return Optional.of(flat);
        }
        int dot = key.indexOf('.');
        String map = uniform(key.substring(0, Math.max(dot, 0)));
        return COMPONENT.getOptionType(map, true) == Map.class
                ? Optional.of(map + "[" + key.substring(dot + 1) + "]")
                : Optional.empty();
    }

    /**
     * Returns a name without separators in lower case. The name from an environment variable has dots between its
     * words, for example {@code base.url}.
     */
    private static String uniform(String key) {
        return key.replaceAll("[-_.]", "").toLowerCase(Locale.ROOT);
    }

    /**
     * Requires that no placeholder is left. Otherwise a secret without a value would be the text of its placeholder,
     * which is public.
     */
    private static String resolved(Environment environment, String key, String value) {
        if (PLACEHOLDER.matcher(value).find()) {
            throw DocprocPropertyException.unresolvedPlaceholder(PREFIX + "." + key, origin(environment, key));
        }
        return value;
    }

    private static Optional<Origin> origin(Environment environment, String key) {
        ConfigurationPropertyName name = ConfigurationPropertyName.adapt(PREFIX + "." + key, '.');
        for (var source : ConfigurationPropertySources.get(environment)) {
            ConfigurationProperty property = source.getConfigurationProperty(name);
            if (property != null) {
                return Optional.ofNullable(Origin.from(property));
            }
        }
        return Optional.empty();
    }
}
