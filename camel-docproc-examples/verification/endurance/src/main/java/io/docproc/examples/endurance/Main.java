/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.camel.util.FileUtil;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The programs for endurance runs. They exit with status 1 if a check fails. */
@Command(name = "endurance", mixinStandardHelpOptions = true)
public final class Main {
    @Option(
            names = "--seed",
            scope = CommandLine.ScopeType.INHERIT,
            description = "Seed of the random choices; random by default.")
    private long seed = new Random().nextInt(1_000_000);

    /** The examples that can be killed. */
    enum Example {
        JOB,
        FTP,
        S3
    }

    public static void main(String[] args) {
        // The simulated faults would fill the log.
        System.setProperty("org.slf4j.simpleLogger.log.io.docproc.camel", "error");
        System.setProperty("org.slf4j.simpleLogger.log.io.vertx.ext.web", "off");
        int exitCode = new CommandLine(new Main())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args);
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }

    @Command(description = "Kills examples at random times, restarts them and checks their documents.")
    int kill(
            @Parameters(arity = "0..*", description = "Examples: ${COMPLETION-CANDIDATES}. Without an argument all.")
                    List<Example> examples,
            @Option(names = "--kills", defaultValue = "50", description = "Number of kills of each example.") int kills)
            throws Exception {
        KillRun.Plan plan = new KillRun.Plan(kills, 3, Duration.ofSeconds(4), Duration.ofMillis(250), seed);
        int status = ExitCode.OK;
        for (Example example : examples == null ? List.of(Example.values()) : examples) {
            System.out.println(example.name().toLowerCase(Locale.ROOT) + ": " + kills + " kills, seed " + seed);
            Path home = Files.createTempDirectory("docproc-kill-");
            if (isSuccessful(example, home, plan)) {
                FileUtil.removeDir(home.toFile());
            } else {
                System.out.println("FAILED; the files are in " + home);
                status = ExitCode.SOFTWARE;
            }
        }
        return status;
    }

    private static boolean isSuccessful(Example example, Path home, KillRun.Plan plan) throws Exception {
        try {
            KillRun.Report report = kill(example, home, plan, System.out::println);
            report.lines().forEach(System.out::println);
            return report.isSuccessful();
        } catch (IOException e) {
            System.out.println(e.getMessage());
            return false;
        }
    }

    /** @param home existing empty folder for all files of the run */
    static KillRun.Report kill(Example name, Path home, KillRun.Plan plan, Consumer<String> lines) throws Exception {
        try (RecordingService service = new RecordingService(Files.createDirectory(home.resolve("service")), plan);
                KilledExample example =
                        switch (name) {
                            case JOB -> KilledExample.job(home);
                            case FTP -> KilledExample.ftp(home);
                            case S3 -> new S3Example(home);
                        }) {
            return new KillRun(example, service, plan, home, lines).run();
        }
    }

    @Command(description = "Calls all operations under faults of all kinds and measures the resources of the process.")
    int soak(@Parameters(arity = "0..1", defaultValue = "60", description = "Duration in minutes.") double minutes)
            throws Exception {
        long millis = (long) (minutes * 60_000);
        SoakRun.Plan plan = new SoakRun.Plan(
                Duration.ofMillis(millis),
                Duration.ofMillis(Math.max(2_000, millis / 60)),
                Duration.ofSeconds(3),
                Duration.ofSeconds(10),
                5_000,
                seed);
        Path samples =
                Path.of("soak-" + Instant.now().getEpochSecond() + ".csv").toAbsolutePath();
        Path home = Files.createTempDirectory("docproc-soak-");
        SoakRun.Report report;
        try (PrintWriter rows = new PrintWriter(Files.newBufferedWriter(samples), true)) {
            System.out.println(minutes + " minutes, seed " + seed + ", samples in " + samples);
            report = new SoakRun(plan, home, System.out::println, rows::println).run();
        }
        report.lines().forEach(System.out::println);
        FileUtil.removeDir(home.toFile());
        return report.problems().isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
    }
}
