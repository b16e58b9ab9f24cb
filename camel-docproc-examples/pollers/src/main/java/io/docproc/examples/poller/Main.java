/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller;

import io.docproc.examples.poller.s3.S3Run;
import io.docproc.examples.support.ExampleConfig;
import io.docproc.examples.support.InvalidSettingException;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.FailedToStartRouteException;

/**
 * Runs one of the examples that take documents from a folder, a server or a bucket: {@code file}, {@code ftp},
 * {@code sftp} or {@code s3}.
 */
public final class Main {
    private Main() {}

    /**
     * Runs until nothing is left; ends with status 1 when it could not start, could not poll, or a document failed.
     *
     * @param args the example's name
     */
    public static void main(String[] args) throws Exception {
        boolean successful;
        try {
            ExampleConfig config = new ExampleConfig(System.getProperties()::getProperty, System.getenv());
            successful = run(args.length == 1 ? args[0] : "", config);
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

    /** The bucket's example ends differently: its documents are done when their completions have come. */
    private static boolean run(String id, ExampleConfig config) throws Exception {
        return id.equals(S3Run.ID)
                ? new S3Run(config, System.out).run()
                : new PollerRun(PollerSettings.from(Poller.of(id), config), System.out).run();
    }
}
