/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.FailedToStartRouteException;

/** Runs an example as a program. */
public final class Launcher {
    private Launcher() {}

    /**
     * Returns the configuration of an example: the given properties, then system properties, then the file
     * {@code application.properties} in its folder of the class path.
     */
    public static ExampleConfig config(String example, Map<String, String> properties, Map<String, String> environment)
            throws IOException {
        Properties file = new Properties();
        try (InputStream in = Launcher.class.getResourceAsStream("/" + example + "/application.properties")) {
            file.load(in);
        }
        return new ExampleConfig(
                name -> properties.getOrDefault(name, System.getProperty(name, file.getProperty(name))), environment);
    }

    /**
     * Runs an example and exits the process: with status 1 if the run cannot start or is not successful.
     *
     * @param run returns true if the run is successful
     */
    public static void run(Callable<Boolean> run) throws Exception {
        boolean successful;
        try {
            successful = run.call();
        } catch (InvalidSettingException e) {
            System.err.println(e.getMessage());
            successful = false;
        } catch (FailedToCreateRouteException | FailedToStartRouteException e) {
            System.err.println("The route cannot start: " + e.getMessage());
            successful = false;
        }
        // The idle timer of Camel Main has a thread that never ends.
        System.exit(successful ? 0 : 1);
    }
}
