/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;

/**
 * Documents of one folder, worked off by any number of machines that take turns at a queue. Without argument it shows how:
 * with a broker, a poller and workers in processes of their own, one of which is killed. With {@code broker}, {@code
 * poller} or {@code worker} it is that one, until it is stopped.
 */
public final class Main {
    /** Set for a process that is to end with the one that started it. */
    static final String STOP_WITH_INPUT = "docproc.stopWithInput";

    /** Longer than a call may take. */
    private static final Duration TIMEOUT = Duration.ofMinutes(15);

    private static final MachinesSettings.Broker LOCAL = new MachinesSettings.Broker("tcp://127.0.0.1:61616", "", "");

    private Main() {}

    /** Ends with status 1 if it cannot start, or if a document has no outcome or was paid more often than it had to. */
    public static void main(String[] args) throws Exception {
        boolean successful;
        try {
            stopWithInput();
            MachinesSettings settings = MachinesSettings.from(System.getProperties()::getProperty, System.getenv());
            successful = run(args.length == 0 ? "demonstration" : args[0], settings);
        } catch (MachinesSettings.InvalidException | IllegalArgumentException e) {
            System.err.println(e.getMessage());
            successful = false;
        }
        if (!successful) {
            System.exit(1);
        }
    }

    private static boolean run(String role, MachinesSettings settings) throws Exception {
        MachinesSettings.Broker broker = settings.broker().orElse(LOCAL);
        switch (role) {
            case "demonstration" -> {
                return new Demonstration(settings, TIMEOUT, System.out::println)
                        .run()
                        .isSuccessful();
            }
            case "broker" -> broker(settings, broker);
            case "poller" ->
                RoleMain.poller(settings, broker, System.out::println).run();
            case "worker" -> worker(settings, broker);
            default ->
                throw new IllegalArgumentException(
                        "'" + role + "' is unknown; allowed are broker, poller, worker, and nothing");
        }
        return true;
    }

    private static void broker(MachinesSettings settings, MachinesSettings.Broker listen) throws Exception {
        MessageBroker broker = MessageBroker.start(listen, settings.brokerFolder());
        System.out.println("Broker at " + broker.url());
        broker.awaitStop();
    }

    private static void worker(MachinesSettings settings, MachinesSettings.Broker broker) throws Exception {
        MachinesSettings.Account account = settings.account()
                .orElseThrow(() -> new MachinesSettings.InvalidException(
                        "a worker needs docproc.baseUrl, the address of the service"));
        System.out.println("Worker " + settings.worker() + ": " + settings.concurrency() + " at once, "
                + settings.quota().share() + " of the account's "
                + settings.quota().accountCallsPerSecond() + " calls per second");
        try (DocumentLocks locks =
                new DocumentLocks(settings.folder().create().state().resolve("locks"))) {
            RoleMain.worker(settings, account, broker, locks, System.out::println)
                    .run();
        }
    }

    /** The parent process holds the input open; this process exits when the parent exits. */
    private static void stopWithInput() {
        if (Boolean.getBoolean(STOP_WITH_INPUT)) {
            Thread watch = new Thread(() -> {
                try {
                    System.in.transferTo(OutputStream.nullOutputStream());
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                } finally {
                    System.exit(0);
                }
            });
            watch.setDaemon(true);
            watch.start();
        }
    }
}
