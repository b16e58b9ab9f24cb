/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support.poller;

import io.docproc.examples.support.server.DocumentServer;
import java.nio.file.Path;
import org.apache.camel.util.function.ThrowingFunction;

/**
 * An example that polls documents.
 *
 * @param name name of its folder, also on the class path
 * @param location property that names the source of the user, such as {@code ftp.host}; if it is blank, a local server
 *     is started
 * @param samples glob of the samples for an empty local server
 * @param server starts the local server with a folder for its documents and its state
 */
public record PollingExample(
        String name, String location, String samples, ThrowingFunction<Path, DocumentServer, Exception> server) {}
