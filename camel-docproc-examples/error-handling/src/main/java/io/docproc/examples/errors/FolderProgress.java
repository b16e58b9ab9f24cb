/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import io.docproc.examples.support.Console;
import io.docproc.examples.support.DocumentProgress;
import io.docproc.examples.support.ExampleProperties;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.camel.Exchange;

/** Prints the folder to which each document was moved. */
public final class FolderProgress extends DocumentProgress {
    private final Path home;

    /** @param home contains the folders of the recipes */
    FolderProgress(Path home, Console console) {
        super(console);
        this.home = home;
    }

    @Override
    protected String document(Exchange exchange) {
        return exchange.getMessage().getHeader(Exchange.FILE_NAME_CONSUMED, String.class);
    }

    @Override
    protected void finished(Exchange exchange) {
        if ("inbox".equals(exchange.getFromRouteId()) && !exchange.isFailed()) {
            String folder = exchange.getVariable("folder", String.class);
            processed(
                    document(exchange),
                    folder == null
                            ? "outbox"
                            : folder + ": " + reason(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Exception.class)));
        }
    }

    @Override
    protected int waiting() {
        return ExampleProperties.files(home.resolve("inbox")).size();
    }

    /** Returns the names of the documents in all folders, of the originals and of the results. */
    List<String> documents() throws IOException {
        try (Stream<Path> files = Files.walk(home)) {
            return files.filter(file -> Files.isRegularFile(file) && !file.startsWith(home.resolve("stored-results")))
                    .map(file -> file.getFileName().toString())
                    .filter(file -> !file.matches(".*[.](note[.]txt|partial[.]json)"))
                    .map(file -> file.replaceFirst("[.][0-9-]+[.]json$", ""))
                    .toList();
        }
    }
}
