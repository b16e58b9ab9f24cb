/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Loggers of the HTTP server in {@code java.util.logging}. They are constants because a logger that is garbage-collected
 * loses its level.
 */
final class ServerLogs {
    private static final List<Logger> LOGGERS = List.of(
            Logger.getLogger("io.undertow"), Logger.getLogger("org.xnio"), Logger.getLogger("org.jboss.threads"));

    private ServerLogs() {}

    /**
     * Sets the level of loggers without a level of their own to {@code WARNING}. Otherwise the messages with the versions
     * of the server initialize formatters and locale data, which slows down the start.
     */
    static void reduce() {
        for (Logger logger : LOGGERS) {
            if (logger.getLevel() == null) {
                logger.setLevel(Level.WARNING);
            }
        }
    }
}
