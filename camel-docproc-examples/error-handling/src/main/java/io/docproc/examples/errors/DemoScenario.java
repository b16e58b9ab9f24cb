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
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.camel.ServiceStatus;

/**
 * Demonstrates the recipes: documents fail in every way, the balance runs out, the application restarts, the account
 * is topped up. Prints the location of each document.
 */
final class DemoScenario {
    private static final int DOCUMENTS = 18;
    private static final int PREPAID_CALLS = 6;
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    /** Counted in calls of the operation: two temporary failures, one that may have been billed, and so on. */
    private static final List<String> FAULTS = List.of(
            "operation=extract,kind=code,code=30203,message=the upstream is busy,first=2,every=1,times=2",
            "operation=extract,kind=drop,at=response,first=6,every=1,times=1",
            "operation=extract,kind=code,code=40423,message=the PDF wants a password,first=7,every=1,times=1",
            "operation=extract,kind=code,code=40422,message=the file is damaged,first=8,every=1,times=1",
            "operation=extract,kind=qps,first=9,every=1,times=1",
            "operation=extract,kind=code,code=50207,message=page 2 could not be read,first=10,every=1,times=1",
            "operation=extract,kind=code,code=40102,message=the secret code has changed,first=20,every=1,times=1");

    private final Dsl dsl;
    private final Folders folders;
    private final Console console;
    private final ExchangeEventLogger eventLogger;
    private final List<String> calls = new CopyOnWriteArrayList<>();

    DemoScenario(Dsl dsl, Path home, PrintStream out) {
        this.dsl = dsl;
        this.folders = new Folders(home);
        this.console = new Console(out);
        this.eventLogger = new ExchangeEventLogger(console);
    }

    /**
     * Runs to the end.
     *
     * @return true if each document is in exactly one folder
     */
    boolean run() throws Exception {
        folders.empty();
        List<String> documents = NumberedDocuments.write(folders.inbox(), DOCUMENTS).stream()
                .map(file -> file.getFileName().toString())
                .toList();
        LocalServiceOptions options = new LocalServiceOptions()
                .port(0)
                .packageCalls(PREPAID_CALLS)
                .availableBalance(BigDecimal.ZERO)
                .callLines(calls::add)
                .faults(FAULTS.stream().map(FaultDefinition::parse).toList());
        try (LocalService service = new LocalService(options).start()) {
            console.line(
                    "Local service at " + service.baseUrl() + "; its account has " + PREPAID_CALLS + " prepaid calls");
            console.line(DOCUMENTS + " documents in " + folders.inbox() + ", routes in " + dsl);
            runUntilBalanceIsEmpty(service);
            restartAndTopUp(service);
        }
        return report(documents);
    }

    private void runUntilBalanceIsEmpty(LocalService service) throws Exception {
        try (ExampleMain application = start(service)) {
            await("an empty account", () -> eventLogger.consumeAlarm("The account is empty"));
            awaitStatus(application, "inbox");
            console.line("        The poller is stopped, " + folders.waiting().size() + " documents wait in the inbox");
        }
        console.line("        The application is stopped and started again");
    }

    private void restartAndTopUp(LocalService service) throws Exception {
        int before = calls.size();
        try (ExampleMain application = start(service)) {
            await(
                    "a request of the packages",
                    () -> calls.stream().skip(before).anyMatch(call -> call.startsWith("packages ")));
            awaitStatus(application, "inbox");
            console.line("        The account is still empty, and the poller is still stopped");
            console.line("        The account is topped up");
            topUp(service);
            await("an account that is refused", () -> eventLogger.consumeAlarm("The service refuses the account"));
            await("an empty inbox", () -> folders.waiting().isEmpty());
        }
    }

    private ExampleMain start(LocalService service) {
        ExampleMain application =
                ExampleMain.init("error-handling", properties(service.baseUrl()), console.out(), prepared -> {
                    dsl.load(prepared);
                    prepared.main().bind("alarms", eventLogger);
                    prepared.main().bind("events", eventLogger);
                });
        application.main().start();
        return application;
    }

    /** Returns the properties of the application; system properties can make it slower. */
    Map<String, String> properties(String baseUrl) {
        Map<String, String> properties = new HashMap<>(Map.of(
                "docproc.folder", folders.home().toString(),
                "docproc.alarm", "bean:alarms?method=add",
                "docproc.baseUrl", baseUrl,
                "camel.component.docproc.app-id", "local-app",
                "camel.component.docproc.secret-code", "local-secret",
                "camel.component.docproc.max-concurrent-requests", "1"));
        Map.of(
                        "docproc.pollDelay", "200",
                        "docproc.redeliveryDelay", "200",
                        "docproc.fundsPeriod", "1000",
                        "camel.component.docproc.rate-limit-cooldown", "1s")
                .forEach((name, value) -> properties.put(name, System.getProperty(name, value)));
        return properties;
    }

    private static void topUp(LocalService service) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(service.baseUrl() + "/_local/top-up"))
                .POST(HttpRequest.BodyPublishers.ofString("{\"balance\": 25.00}"))
                .build();
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.discarding());
    }

    private boolean report(List<String> documents) {
        Map<String, List<String>> locations = folders.locations(documents);
        console.line("");
        locations.forEach(
                (document, where) -> console.line(String.format("%-24s%s", document, String.join(" and ", where))));
        List<String> wrong = documents.stream()
                .filter(document -> locations.get(document).size() != 1)
                .toList();
        console.line(documents.size() + " documents, "
                + (wrong.isEmpty() ? "none lost and none duplicated" : "lost or duplicated: " + wrong));
        return wrong.isEmpty();
    }

    private static void awaitStatus(ExampleMain application, String route) throws InterruptedException {
        await(
                "the route " + route + " to stop",
                () -> application.main().getCamelContext().getRouteController().getRouteStatus(route)
                        == ServiceStatus.Stopped);
    }

    private static void await(String what, BooleanSupplier condition) throws InterruptedException {
        Instant end = Instant.now().plus(TIMEOUT);
        CountDownLatch pause = new CountDownLatch(1);
        while (!condition.getAsBoolean()) {
            if (Instant.now().isAfter(end)) {
                throw new IllegalStateException("waited " + TIMEOUT.toSeconds() + " s without success for " + what);
            }
            pause.await(100, TimeUnit.MILLISECONDS);
        }
    }
}
