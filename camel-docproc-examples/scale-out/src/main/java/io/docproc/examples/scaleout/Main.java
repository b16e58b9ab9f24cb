/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.scaleout;

import io.docproc.examples.support.ExampleMain;
import io.docproc.examples.support.InvalidSettingException;
import java.io.PrintStream;
import java.util.Map;
import java.util.Set;
import org.apache.camel.component.file.cluster.FileLockClusterService;

/**
 * Processes the documents of a folder on several nodes. The argument {@code poller} or {@code worker} starts that role.
 * Without argument, a demonstration starts several of both on this machine.
 */
public final class Main {
    /** Property of a process that stops when its parent process ends. */
    static final String STOP_WITH_PARENT = "docproc.stopWithParent";

    private Main() {}

    /** Runs until stopped, or until the demonstration ends; exits with status 1 if the demonstration fails. */
    public static void main(String[] args) throws Exception {
        ExampleMain.run(
                () -> args.length == 0 ? new Demonstration(Map.of(), System.out).run() : runRole(args[0], System.out));
    }

    private static boolean runRole(String role, PrintStream out) throws Exception {
        if (!Set.of("poller", "worker").contains(role)) {
            throw new InvalidSettingException(
                    "the role is '" + role + "'; allowed are poller, worker, and no role for the demonstration");
        }
        try (ExampleMain node = init(role, Map.of(), out)) {
            if (Boolean.getBoolean(STOP_WITH_PARENT)) {
                ProcessHandle.current().parent().ifPresent(parent -> parent.onExit()
                        .thenRun(node.main()::completed));
            }
            node.main().run();
        }
        return true;
    }

    /** Initializes a poller or a worker. */
    static ExampleMain init(String role, Map<String, String> properties, PrintStream out) {
        return ExampleMain.init("scale-out", properties, out, node -> {
            // The context uses cluster services that are bound before the beans of the properties are created.
            node.main().bind("cluster", new FileLockClusterService());
            node.routes("scale-out/" + role);
        });
    }
}
