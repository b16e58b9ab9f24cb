/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.net.URI;

/**
 * Request that the test service sent to the callback URL of a job.
 *
 * @param kind whether the callback was a regular one or a fault
 * @param url the URL that was called
 * @param outcome the HTTP status of the response, or the class name of the exception if there was none
 */
public record SentCallback(Kind kind, URI url, String outcome) {
    /** Reasons for a callback. */
    public enum Kind {
        /** The job was completed. Up to three attempts until a response with status 2xx. */
        REGULAR,
        /** A fault sent the callback again. */
        DUPLICATE,
        /** A fault sent a callback that the service did not sign. */
        FORGED
    }

    /** Returns whether the response had a status 2xx. */
    public boolean isAccepted() {
        return outcome.matches("2\\d\\d");
    }
}
