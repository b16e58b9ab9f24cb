/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import io.docproc.examples.samples.NumberedDocuments;
import io.docproc.examples.support.Console;
import io.docproc.examples.support.ExampleMain;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.fault.FaultDefinition;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.util.FileUtil;

/** Documents fail in every way, the balance runs out, and the account is topped up. */
final class DemoScenario {
    private static final int DOCUMENTS = 18;
    private static final int PREPAID_CALLS = 6;

    /** Those of the demonstration precede those of the recipes. */
    static final String PROPERTIES =
            "classpath:error-handling/demonstration.properties,classpath:error-handling/application.properties";

    /** Counted in calls of the operation: two temporary failures, one that may have been billed, and so on. */
    private static final List<String> FAULTS = List.of(
            "operation=extract,kind=code,code=30203,message=the upstream is busy,first=2,every=1,times=2",
            "operation=extract,kind=drop,at=response,first=6,every=1,times=1",
            "operation=extract,kind=code,code=40423,message=the PDF wants a password,first=7,every=1,times=1",
            "operation=extract,kind=code,code=40422,message=the file is damaged,first=8,every=1,times=1",
            "operation=extract,kind=qps,first=9,every=1,times=1",
            "operation=extract,kind=code,code=50207,message=page 2 could not be read,first=10,every=1,times=1",
            "operation=extract,kind=code,code=40102,message=the secret code has changed,first=20,every=1,times=1");

    private final Path home;
    private final Map<String, String> properties;
    private final PrintStream out;
    private final FolderProgress progress;
    private final List<String> calls = new CopyOnWriteArrayList<>();

    /**
     * Creates a scenario.
     *
     * @param home is emptied first
     * @param properties take precedence over system properties and {@code application.properties}
     * @param out receives the report
     */
    DemoScenario(Path home, Map<String, String> properties, PrintStream out) {
        this.home = home;
        this.properties = properties;
        this.out = out;
        this.progress = new FolderProgress(home, new Console(out));
    }

    /** Runs until the inbox is empty, and returns true if each document is in exactly one folder. */
    boolean run() throws Exception {
        FileUtil.removeDir(home.toFile());
        List<Path> documents = NumberedDocuments.write(Files.createDirectories(home.resolve("inbox")), DOCUMENTS);
        LocalServiceOptions options = new LocalServiceOptions()
                .port(0)
                .packageCalls(PREPAID_CALLS)
                .availableBalance(BigDecimal.ZERO)
                .callLines(calls::add)
                .faults(FAULTS.stream().map(FaultDefinition::parse).toList());
        try (LocalService service = new LocalService(options).start()) {
            out.println(
                    DOCUMENTS + " documents in " + home + ", and an account with " + PREPAID_CALLS + " prepaid calls");
            try (ExampleMain application = start(service)) {
                awaitEmptyAccount(application);
                out.println("The account is empty, and the calls wait; the account is topped up");
                service.topUp(BigDecimal.valueOf(25));
                ExampleMain.await(() -> progress.waiting() == 0, application.main()::isRunAllowed);
            }
        }
        return report(documents);
    }

    private ExampleMain start(LocalService service) {
        ExampleMain application = ExampleMain.init("error-handling", properties, out, prepared -> {
            prepared.main().getCamelContext().getPropertiesComponent().setLocation(PROPERTIES);
            prepared.set("docproc.folder", home.toString());
            prepared.set("docproc.baseUrl", service.baseUrl());
            prepared.set("docproc.requestsPerSecond", "0");
            prepared.routes("error-handling/*");
            prepared.main().bind("progress", progress);
        });
        application.main().start();
        return application;
    }

    private void awaitEmptyAccount(ExampleMain application) throws InterruptedException {
        ExampleMain.await(
                () -> calls.stream().anyMatch(line -> line.startsWith("extract 40003 ")),
                application.main()::isRunAllowed);
    }

    private boolean report(List<Path> documents) throws IOException {
        List<String> found = progress.documents();
        List<String> wrong = documents.stream()
                .map(document -> document.getFileName().toString())
                .filter(document -> Collections.frequency(found, document) != 1)
                .toList();
        out.println(DOCUMENTS + " documents, "
                + (wrong.isEmpty() ? "none lost and none duplicated" : "lost or duplicated: " + wrong));
        return wrong.isEmpty();
    }
}
