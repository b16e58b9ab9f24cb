/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import java.io.File;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.camel.Body;

/** Makes claims of documents. */
public final class Poller {
    private final SharedFolder folder;
    private final Consumer<String> lines;

    Poller(SharedFolder folder, Consumer<String> lines) {
        this.folder = folder;
        this.lines = lines;
    }

    /** The claim of a document of the inbox, as text for the queue. */
    public String claim(@Body File document) throws IOException {
        lines.accept("claiming " + folder.name(document.toPath()));
        return DocumentReference.of(folder, document.toPath()).json();
    }
}
