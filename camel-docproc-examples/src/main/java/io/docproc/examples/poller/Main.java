/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller;

import io.docproc.examples.run.Given;
import io.docproc.examples.run.InvalidSettingException;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.FailedToStartRouteException;

/** Runs one of the examples that take documents from a folder or a server: {@code file}, {@code ftp} or {@code sftp}. */
public final class Main {
    private Main() {}

    /**
     * Runs until nothing is left; ends with status 1 when it could not start, could not poll, or a document failed.
     *
     * @param args the example's name
     */
    public static void main(String[] args) throws Exception {
        boolean allWell;
        try {
            Poller poller = Poller.of(args.length == 1 ? args[0] : "");
            Given given = new Given(System.getProperties()::getProperty, System.getenv());
            allWell = new PollerRun(PollerSettings.from(poller, given), System.out).run();
        } catch (InvalidSettingException e) {
            System.err.println(e.getMessage());
            allWell = false;
        } catch (FailedToCreateRouteException | FailedToStartRouteException e) {
            System.err.println("The route cannot start: " + e.getMessage());
            allWell = false;
        }
        if (!allWell) {
            System.exit(1);
        }
    }
}
