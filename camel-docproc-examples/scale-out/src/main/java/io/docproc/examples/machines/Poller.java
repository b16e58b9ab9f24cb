/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import java.io.File;
import java.io.IOException;
import java.util.function.Consumer;
import org.apache.camel.Body;

/** Creates document references. */
public final class Poller {
    private final SharedFolder folder;
    private final Consumer<String> lines;

    Poller(SharedFolder folder, Consumer<String> lines) {
        this.folder = folder;
        this.lines = lines;
    }

    /** Returns the reference to a document in the inbox as the text of a message. */
    public String claim(@Body File document) throws IOException {
        lines.accept("claiming " + folder.name(document.toPath()));
        return DocumentReference.of(folder, document.toPath()).json();
    }
}
