/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller;

import io.docproc.examples.poller.s3.S3Run;
import io.docproc.examples.support.Given;
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
        boolean allWell;
        try {
            Given given = new Given(System.getProperties()::getProperty, System.getenv());
            allWell = run(args.length == 1 ? args[0] : "", given);
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

    /** The bucket's example ends differently: its documents are done when their completions have come. */
    private static boolean run(String word, Given given) throws Exception {
        return word.equals(S3Run.WORD)
                ? new S3Run(given, System.out).run()
                : new PollerRun(PollerSettings.from(Poller.of(word), given), System.out).run();
    }
}
