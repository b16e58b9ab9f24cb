/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import io.docproc.examples.support.Console;
import io.docproc.examples.support.DocumentProgress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Exchange;

/** Prints the alarms, the redeliveries of each document, and the folder to which it was moved. */
public final class FolderProgress extends DocumentProgress {
    private final Path home;
    private final Console console;

    /** @param home contains the folders of the recipes */
    FolderProgress(Path home, Console console) {
        super(console);
        this.home = home;
        this.console = console;
    }

    /** Receives an alarm from the routes. */
    public void alarm(String alarm) {
        console.line("ALARM   " + alarm);
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
        return (int) locations().values().stream()
                .filter(folders -> folders.contains("inbox"))
                .count();
    }

    /** Returns the folders that contain each document or its result: exactly one on success. */
    Map<String, List<String>> locations() {
        try (Stream<Path> files = Files.walk(home)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.toString().matches(".*[.](note[.]txt|partial[.]json)"))
                    .map(home::relativize)
                    .collect(Collectors.groupingBy(
                            file -> file.getFileName().toString().replaceFirst("[.][0-9-]+[.]json$", ""),
                            Collectors.mapping(file -> file.getName(0).toString(), Collectors.toList())));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
