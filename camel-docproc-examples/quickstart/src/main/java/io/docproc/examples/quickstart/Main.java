/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import io.docproc.examples.support.InvalidSettingException;
import java.util.Map;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.FailedToStartRouteException;
import org.apache.camel.PropertyBindingException;

/**
 * Crops the photos and extracts the documents of a folder, with one command. {@code quickstart/application.properties}
 * lists the properties.
 */
public final class Main {
    private Main() {}

    /** Runs the job; exits with status 1 if it cannot start or if a document failed. */
    public static void main(String[] args) throws Exception {
        boolean successful;
        try {
            successful = Job.create(Map.of(), System.out).run();
        } catch (InvalidSettingException | JobFolders.UnusableException e) {
            System.err.println(e.getMessage());
            successful = false;
        } catch (PropertyBindingException
                | IllegalArgumentException
                | FailedToCreateRouteException
                | FailedToStartRouteException e) {
            System.err.println("The job cannot start: " + rootCause(e).getMessage());
            successful = false;
        }
        if (!successful) {
            System.exit(1);
        }
    }

    private static Throwable rootCause(Throwable failure) {
        return failure.getCause() == null ? failure : rootCause(failure.getCause());
    }
}
