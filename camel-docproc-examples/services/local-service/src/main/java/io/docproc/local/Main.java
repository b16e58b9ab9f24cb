/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import io.docproc.local.fault.Fault;
import io.docproc.local.fault.FaultDefinition;
import io.docproc.test.CallbackPolicy;
import io.docproc.test.ServiceErrorException;
import java.io.IOException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Runs the local service on its own until it is stopped. */
@Command(
        name = "local-service",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = "A stand-in for the document-processing service on this machine, without account and cost.")
public final class Main implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--host", defaultValue = "127.0.0.1", description = "Address to listen on.")
    private String host;

    @Option(names = "--port", defaultValue = "8090", description = "Port to listen on; 0 selects a free one.")
    private int port;

    @Option(names = "--app-id", defaultValue = "local-app", description = "App ID that calls must have.")
    private String appId;

    @Option(
            names = "--secret-code",
            defaultValue = "local-secret",
            showDefaultValue = CommandLine.Help.Visibility.NEVER,
            description = "Secret Code that calls must have, local-secret by default.")
    private String secretCode;

    @Option(
            names = "--qps",
            defaultValue = "0",
            description = "Rate limit in document calls per second; 0 for no limit.")
    private int requestsPerSecond;

    @Option(names = "--balance", defaultValue = "100.00", description = "Available balance.")
    private BigDecimal balance;

    @Option(
            names = "--price",
            defaultValue = "0.05",
            description = "Price of a document call that is not billed to a package.")
    private BigDecimal price;

    @Option(
            names = "--package-calls",
            defaultValue = "1000",
            description = "Calls in the package to which document calls are billed first.")
    private int packageCalls;

    @Option(
            names = "--callback-attempts",
            defaultValue = "3",
            description = "Maximum number of attempts of a callback.")
    private int callbackAttempts;

    @Option(
            names = "--callback-timeout",
            defaultValue = "30000",
            description = "Timeout of a callback in milliseconds.")
    private long callbackTimeout;

    @Option(
            names = "--callback-backoff",
            defaultValue = "1000",
            description =
                    "Delay before the second attempt of a callback in milliseconds, doubled for each further attempt.")
    private long callbackBackoff;

    @Option(
            names = "--fault",
            paramLabel = "<key=value,...>",
            description =
                    "Fault from the start, such as operation=crop,kind=code,code=50011,every=3; can be used several times.")
    private List<String> faults = List.of();

    private LocalService service;

    /** Runs the service until the process is stopped. */
    public static void main(String[] args) throws InterruptedException {
        Main main = new Main();
        int exitCode =
                new CommandLine(main).setCaseInsensitiveEnumValuesAllowed(true).execute(args);
        if (exitCode != 0) {
            System.exit(exitCode);
        }
        if (main.service != null) {
            Thread.currentThread().join();
        }
    }

    /** Starts the service. */
    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            service = new LocalService(options(out)).start();
        } catch (IOException e) {
            spec.commandLine().getErr().println(e.getMessage());
            return CommandLine.ExitCode.SOFTWARE;
        }
        Runtime.getRuntime().addShutdownHook(new Thread(service::close));
        out.println("Local service at " + service.baseUrl() + ", App ID " + appId);
        out.println("It crops photos, extracts from and parses documents, and keeps an account.");
        out.println("Scans and photos are read if the program tesseract is installed. There is no language model.");
        out.println("Faults: " + service.baseUrl() + "/_local/faults  Calls so far: " + service.baseUrl()
                + "/_local/calls  Jobs: " + service.baseUrl() + "/_local/jobs");
        out.flush();
        return CommandLine.ExitCode.OK;
    }

    LocalService service() {
        return service;
    }

    private LocalServiceOptions options(PrintWriter out) {
        try {
            List<Fault> parsed = faults.stream().map(FaultDefinition::parse).toList();
            return new LocalServiceOptions()
                    .host(host)
                    .port(port)
                    .credentials(appId, secretCode)
                    .requestsPerSecond(requestsPerSecond)
                    .availableBalance(balance)
                    .price(price)
                    .packageCalls(packageCalls)
                    .callbacks(new CallbackPolicy(
                            callbackAttempts, Duration.ofMillis(callbackTimeout), Duration.ofMillis(callbackBackoff)))
                    .faults(parsed)
                    .callLines(line -> {
                        out.println(line);
                        out.flush();
                    });
        } catch (ServiceErrorException | IllegalArgumentException e) {
            throw new CommandLine.ParameterException(spec.commandLine(), e.getMessage());
        }
    }
}
