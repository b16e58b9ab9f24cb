/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** No server at all: the documents lie in a folder of this machine. */
final class FolderServer implements DocumentServer {
    private final Inbox inbox;

    FolderServer(Path home) {
        this.inbox = new Inbox(home.resolve("inbox"));
    }

    @Override
    public String address() {
        return "Folder " + inbox.folder();
    }

    @Override
    public Map<String, String> properties() {
        return Map.of("file.folder", inbox.folder().toString());
    }

    @Override
    public boolean isNew() {
        return inbox.isNew();
    }

    @Override
    public void put(Map<String, Path> documents) throws IOException {
        inbox.put(documents);
    }

    @Override
    public List<WaitingDocument> waiting() throws IOException {
        return inbox.waiting();
    }

    @Override
    public void close() {
        // nothing runs
    }
}
