/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import java.io.IOException;
import java.io.InputStream;
import java.lang.module.ModuleDescriptor.Version;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Versions of Camel that the component supports: with others, each call could fail after it was billed. Maven and Gradle
 * mix versions silently. A jar without Maven's metadata is not checked.
 */
public final class CamelVersions {
    private static final Logger LOG = LoggerFactory.getLogger(CamelVersions.class);

    /** Artifacts that the component uses, or that Camel starts with. */
    private static final Map<String, String> CAMEL = versions(
            "org.apache.camel/camel-",
            "api base base-engine bean core-engine core-model core-processor core-reifier file health http http-base"
                    + " http-common jackson main management-api spring support util util-json");

    private static final Version MINIMUM = Version.parse("4.10");

    private CamelVersions() {}

    /**
     * Requires a supported version. A version that Camel does not know, because it was repackaged, is supported.
     *
     * @throws IllegalStateException if the version is too old
     */
    public static void requireSupported(CamelContext context) {
        try {
            if (Version.parse(context.getVersion()).compareTo(MINIMUM) >= 0) {
                return;
            }
        } catch (IllegalArgumentException e) {
            return;
        }
        throw new IllegalStateException("The component docproc requires Camel " + MINIMUM
                + " or later, with its versions of Jackson and HttpClient; this is Camel " + context.getVersion());
    }

    /**
     * Requires one minor version of Camel. Logs a warning if only the patch versions differ, and in the Camel CLI, which
     * loads the dependencies of the component beside its own version of Camel.
     *
     * @throws IllegalStateException if versions are mixed; it names them with their jars
     */
    public static void requireConsistent() {
        String advice = "; import org.apache.camel:camel-bom with the version of Camel that the application uses, also"
                + " beside camel-spring-boot-bom, which manages only starters";
        boolean isCli = CamelVersions.class.getResource("/org/apache/camel/main/KameletMain.class") != null;
        if (!isCli
                && CAMEL.values().stream().map(CamelVersions::minor).distinct().count() > 1) {
            throw new IllegalStateException("The class path has jars of several versions of Camel, " + jars(CAMEL)
                    + "; all must have the same minor version" + advice);
        }
        if (CAMEL.values().stream().distinct().count() > 1) {
            LOG.warn(
                    "The class path has jars of several versions of Camel, {}; use one version{}", jars(CAMEL), advice);
        }
    }

    private static Map<String, String> versions(String prefix, String artifacts) {
        Map<String, String> versions = new TreeMap<>();
        for (String artifact : artifacts.split(" ")) {
            String path = prefix + artifact;
            try (InputStream metadata =
                    CamelVersions.class.getResourceAsStream("/META-INF/maven/" + path + "/pom.properties")) {
                Properties properties = new Properties();
                if (metadata != null) {
                    properties.load(metadata);
                }
                String version = properties.getProperty("version", "");
                if (version.matches("\\d+\\.\\d+.*")) {
                    versions.put(path.substring(path.indexOf('/') + 1), version);
                }
            } catch (IOException | IllegalArgumentException e) {
                LOG.debug("The version of {} cannot be read", path, e);
            }
        }
        return versions;
    }

    private static Version minor(String version) {
        return Version.parse(version.replaceFirst("^(\\d+\\.\\d+).*", "$1"));
    }

    /** Returns each version with its jars. */
    private static String jars(Map<String, String> versions) {
        return versions.entrySet().stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getValue,
                        TreeMap::new,
                        Collectors.mapping(Map.Entry::getKey, Collectors.joining(", "))))
                .entrySet()
                .stream()
                .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                .collect(Collectors.joining(" and "));
    }
}
