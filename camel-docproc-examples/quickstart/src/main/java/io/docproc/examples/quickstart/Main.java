/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import io.docproc.examples.support.InvalidSettingException;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.FailedToStartRouteException;

/**
 * From a folder of photographed pages and documents to clean images and extracted fields, with one command. The README
 * lists the properties that it takes.
 */
public final class Main {
    private Main() {}

    /** Runs the job; ends with status 1 when it could not start or when a document failed. */
    public static void main(String[] args) throws Exception {
        boolean successful;
        try {
            JobSettings settings = JobSettings.from(System.getProperties()::getProperty, System.getenv());
            successful = new Job(settings, System.out).run();
        } catch (InvalidSettingException | JobFolders.UnusableException e) {
            System.err.println(e.getMessage());
            successful = false;
        } catch (FailedToCreateRouteException | FailedToStartRouteException e) {
            System.err.println("The route cannot start: " + rootCause(e).getMessage());
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
