/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.examples.support.InvalidSettingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.apache.camel.util.FileUtil;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Kills examples at random moments and shows that nothing is lost, and nothing sent twice that was not in flight. */
@Command(
        name = "kill",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = "Kills examples at random moments, starts them again and looks for what was lost.")
public final class KillMain implements Callable<Integer> {
    private static final Duration LATENCY = Duration.ofMillis(250);
    private static final Duration WORK = Duration.ofSeconds(4);
    private static final int DOCUMENTS = 3;

    @Parameters(arity = "0..*", description = "Which ones: ${COMPLETION-CANDIDATES}. All if none is given.")
    private List<Victim> victims = List.of(Victim.values());

    @Option(names = "--kills", defaultValue = "50", description = "How often each is killed.")
    private int kills;

    @Option(names = "--seed", description = "Makes the same moments again; a new one if not given.")
    private long seed = new Random().nextInt(1_000_000);

    /** The examples. */
    enum Victim {
        JOB(FolderExample::job),
        FTP(FolderExample::ftp),
        S3(S3Example::new);

        private final Start start;

        Victim(Start start) {
            this.start = start;
        }

        private interface Start {
            KilledExample in(Path home) throws IOException, InterruptedException, InvalidSettingException;
        }
    }

    public static void main(String[] args) {
        int exitCode = new CommandLine(new KillMain())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .execute(args);
        if (exitCode != 0) {
            System.exit(exitCode);
        }
    }

    /** Ends with status 1 if anything is not as it has to be. */
    @Override
    public Integer call() throws Exception {
        KillRun.Plan plan = new KillRun.Plan(kills, DOCUMENTS, WORK, LATENCY, seed);
        boolean successful = true;
        for (Victim victim : victims) {
            String name = victim.name().toLowerCase(Locale.ROOT);
            System.out.println(name + ": " + kills + " kills, seed " + seed);
            Path home = Files.createTempDirectory("docproc-kill-" + name + "-");
            boolean well = isSuccessful(victim, home, plan);
            if (well) {
                FileUtil.removeDir(home.toFile());
            } else {
                System.out.println("NOT AS IT HAS TO BE. What there is: " + home);
            }
            successful &= well;
        }
        return successful ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    private static boolean isSuccessful(Victim victim, Path home, KillRun.Plan plan) throws InterruptedException {
        try {
            RunReport report = run(victim, home, plan, System.out::println);
            report.print(System.out::println);
            return report.isSuccessful();
        } catch (IOException | InvalidSettingException e) {
            System.out.println(e.getMessage());
            return false;
        }
    }

    /**
     * Kills one of them.
     *
     * @param home an existing empty folder for everything that it leaves behind
     */
    static RunReport run(Victim victim, Path home, KillRun.Plan plan, Consumer<String> lines)
            throws IOException, InterruptedException, InvalidSettingException {
        try (RecordingService service =
                        new RecordingService(Files.createDirectory(home.resolve("service")), plan.latency());
                KilledExample example = victim.start.in(home)) {
            DocumentGenerator generator =
                    new DocumentGenerator(Files.createDirectory(home.resolve("made")), example.kinds());
            return new KillRun(example, service, generator, plan, home, lines).run();
        }
    }
}
