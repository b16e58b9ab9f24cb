/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Where a poller takes its documents from: a server that runs as long as the example, or one that runs anyway. */
public interface DocumentServer extends AutoCloseable {
    /** Where it is, for people to read. */
    String address();

    /** By which properties the routes find it. */
    Map<String, String> properties();

    /** Whether no document was ever put there. */
    boolean isNew() throws IOException;

    /** Puts documents there, each a file with its name on the server. */
    void put(Map<String, Path> documents) throws IOException;

    /** The documents that are not done; empty, too, if that cannot be known. */
    List<WaitingDocument> waiting() throws IOException;

    @Override
    void close();
}
