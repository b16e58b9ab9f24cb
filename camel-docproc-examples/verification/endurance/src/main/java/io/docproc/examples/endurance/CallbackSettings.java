/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.examples.support.LocalPort;
import java.io.IOException;
import java.util.UUID;

/**
 * Settings for the callbacks of the local service.
 *
 * @param port local port that receives callbacks
 * @param secret signs the callbacks
 */
record CallbackSettings(int port, String secret) {
    static final String HOST = "127.0.0.1";

    /** Returns settings with a free port and a new secret. */
    static CallbackSettings local() throws IOException {
        return new CallbackSettings(LocalPort.free(), UUID.randomUUID().toString());
    }

    /** Returns the URL that the service calls. */
    String publicUrl() {
        return "http://" + HOST + ":" + port;
    }
}
