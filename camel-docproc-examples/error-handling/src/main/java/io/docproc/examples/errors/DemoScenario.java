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
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.camel.ServiceStatus;
import org.apache.camel.util.FileUtil;

/** Documents fail in every way, the balance runs out, the application restarts, and the account is topped up. */
final class DemoScenario {
    private static final int DOCUMENTS = 18;
    private static final int PREPAID_CALLS = 6;
    private static final int ATTEMPTS = 600;

    /** Properties that the command line can change. */
    private static final Map<String, String> DEFAULTS = Map.of(
            "docproc.pollDelay", "200",
            "docproc.redeliveryDelay", "200",
            "docproc.fundsPeriod", "1000",
            "docproc.alarm", "bean:progress?method=alarm",
            "camel.component.docproc.rate-limit-cooldown", "1s",
            "camel.component.docproc.max-concurrent-requests", "1",
            "camel.component.docproc.app-id", "local-app",
            "camel.component.docproc.secret-code", "local-secret");

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
                await(application, () -> isCalled("extract 40003 ") && isStopped(application));
            }
            out.println("The poller is stopped because the account is empty; the application is started again");
            calls.clear();
            try (ExampleMain application = start(service)) {
                await(application, () -> isCalled("packages ") && isStopped(application));
                out.println("The account is still empty, and the poller is still stopped; the account is topped up");
                topUp(service);
                await(application, () -> progress.waiting() == 0);
            }
        }
        return report(documents);
    }

    private ExampleMain start(LocalService service) {
        ExampleMain application = ExampleMain.init("error-handling", properties(service.baseUrl()), out, prepared -> {
            prepared.routes(ExampleMain.SHARED_ROUTES, "error-handling/*");
            prepared.main().bind("progress", progress);
        });
        application.main().start();
        return application;
    }

    /** Returns the properties of the application; system properties can make it slower. */
    Map<String, String> properties(String baseUrl) {
        Map<String, String> all = new HashMap<>(DEFAULTS);
        all.replaceAll(System::getProperty);
        all.putAll(properties);
        all.put("docproc.folder", home.toString());
        all.put("docproc.baseUrl", baseUrl);
        return all;
    }

    private boolean isCalled(String prefix) {
        return calls.stream().anyMatch(call -> call.startsWith(prefix));
    }

    private static boolean isStopped(ExampleMain application) {
        return application.main().getCamelContext().getRouteController().getRouteStatus("inbox")
                == ServiceStatus.Stopped;
    }

    private static void await(ExampleMain application, BooleanSupplier condition) throws InterruptedException {
        for (int attempt = 0; !condition.getAsBoolean(); attempt++) {
            if (attempt == ATTEMPTS || application.main().getShutdownStrategy().await(100, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("the scenario has not completed");
            }
        }
    }

    private static void topUp(LocalService service) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(service.baseUrl() + "/_local/top-up"))
                .POST(HttpRequest.BodyPublishers.ofString("{\"balance\": 25.00}"))
                .build();
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
    }

    private boolean report(List<Path> documents) {
        Map<String, List<String>> locations = progress.locations();
        List<String> wrong = documents.stream()
                .map(document -> document.getFileName().toString())
                .filter(document -> locations.getOrDefault(document, List.of()).size() != 1)
                .toList();
        out.println(DOCUMENTS + " documents, "
                + (wrong.isEmpty() ? "none lost and none duplicated" : "lost or duplicated: " + wrong));
        return wrong.isEmpty();
    }
}
