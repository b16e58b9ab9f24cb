/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.util.concurrent.Callable;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.FailedToStartRouteException;

/** Runs an example as a program. */
public final class Launcher {
    private static final String SAFE_REDELIVERY = "classpath:camel/safe-redelivery.camel.yaml";

    private Launcher() {}

    /**
     * Returns the resources of an example: the file of {@code docproc.routes} or that of the example, and the error handling
     * that the examples share.
     *
     * @param routes Camel resource of the example's routes
     */
    public static String routes(ExampleConfig config, String routes) {
        return config.text("docproc.routes").orElse(routes) + "," + SAFE_REDELIVERY;
    }

    /**
     * Runs an example. The process exits with status 1 if the run cannot start or is not successful.
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
        if (!successful) {
            System.exit(1);
        }
    }
}
