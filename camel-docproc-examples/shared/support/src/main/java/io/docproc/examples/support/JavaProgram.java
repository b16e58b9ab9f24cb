/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.io.File;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Program that runs in its own process with the classes of this one.
 *
 * @param main main class
 * @param properties system properties
 * @param environment added to the environment of this process
 */
public record JavaProgram(
        Class<?> main, List<String> arguments, Map<String, String> properties, Map<String, String> environment) {

    private static final int DEFAULT_HEAP = 256;

    /** Returns a process with a small heap and a fast start. */
    public ProcessBuilder process() {
        return process(DEFAULT_HEAP);
    }

    /** Returns a process with a maximum heap in megabytes. */
    public ProcessBuilder process(int heap) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // Several short-lived processes start at once.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx" + heap + "m",
                "-cp",
                classPath()));
        properties.forEach((name, value) -> command.add("-D" + name + "=" + value));
        command.add(main.getName());
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().putAll(environment);
        return builder;
    }

    /** exec:java has its own class loader. */
    private static String classPath() {
        if (JavaProgram.class.getClassLoader() instanceof URLClassLoader loader) {
            return Arrays.stream(loader.getURLs())
                    .map(JavaProgram::path)
                    .collect(Collectors.joining(File.pathSeparator));
        }
        return System.getProperty("java.class.path");
    }

    private static String path(URL url) {
        return Path.of(URI.create(url.toString())).toString();
    }
}
