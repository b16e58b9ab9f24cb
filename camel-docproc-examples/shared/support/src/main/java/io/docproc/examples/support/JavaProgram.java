/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.io.File;
import java.net.URI;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Program with arguments, system properties and more environment that runs in its own process with the classes of this one. */
public record JavaProgram(
        Class<?> main, List<String> arguments, Map<String, String> properties, Map<String, String> environment) {

    /** Returns a process with a maximum heap in megabytes, and a fast start. */
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
        return JavaProgram.class.getClassLoader() instanceof URLClassLoader loader
                ? Arrays.stream(loader.getURLs())
                        .map(url -> Path.of(URI.create(url.toString())).toString())
                        .collect(Collectors.joining(File.pathSeparator))
                : System.getProperty("java.class.path");
    }
}
