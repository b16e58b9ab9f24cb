/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Random;
import java.util.concurrent.Callable;
import org.apache.camel.util.FileUtil;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Calls all operations for a given time with faults of all kinds, and reports leaks and contradictory figures. */
@Command(
        name = "soak",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = "Calls all operations for a time, with faults of all kinds, and watches what the process holds.")
public final class SoakMain implements Callable<Integer> {
    private static final int SAMPLES = 60;
    private static final int RESPONSE_TIMEOUT = 5_000;
    private static final Duration MIN_INTERVAL = Duration.ofSeconds(2);

    @Parameters(arity = "0..1", description = "For so many minutes.", defaultValue = "60")
    private double minutes;

    @Option(names = "--seed", description = "Chooses the same calls and faults again; a new one if not given.")
    private long seed = new Random().nextInt(1_000_000);

    public static void main(String[] args) {
        // The simulated faults would fill the log.
        System.setProperty("org.slf4j.simpleLogger.log.io.docproc.camel", "error");
        System.setProperty("org.slf4j.simpleLogger.log.io.vertx.ext.web", "off");
        int exitCode = new CommandLine(new SoakMain()).execute(args);
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }

    /** Ends with status 1 if something leaks or does not add up. */
    @Override
    public Integer call() throws Exception {
        Duration time = Duration.ofMillis((long) (minutes * 60_000));
        Path samples = samples();
        Path home = Files.createTempDirectory("docproc-soak-");
        SoakReport report;
        try (PrintWriter rows = new PrintWriter(Files.newBufferedWriter(samples), true)) {
            System.out.println(minutes + " minutes, seed " + seed + ", samples in " + samples);
            report = new SoakRun(plan(time), home, System.out::println, rows::println).run();
        }
        report.print(System.out::println);
        FileUtil.removeDir(home.toFile());
        return report.problems().isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private SoakRun.Plan plan(Duration time) {
        Duration between = time.dividedBy(SAMPLES);
        return new SoakRun.Plan(
                time,
                between.compareTo(MIN_INTERVAL) < 0 ? MIN_INTERVAL : between,
                Duration.ofSeconds(3),
                Duration.ofSeconds(10),
                RESPONSE_TIMEOUT,
                seed);
    }

    private static Path samples() throws IOException {
        Path folder = Path.of(System.getProperty("docproc.home", ""));
        String moment =
                LocalDateTime.now(ZoneId.systemDefault()).format(DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss"));
        return Files.createDirectories(folder).resolve("soak-" + moment + ".csv");
    }
}
