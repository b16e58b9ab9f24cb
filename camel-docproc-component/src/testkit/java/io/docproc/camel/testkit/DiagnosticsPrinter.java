/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.camel.CamelContext;
import org.apache.camel.console.DevConsole;
import org.apache.camel.console.DevConsoleRegistry;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckHelper;

/** Prints what an operator of an application can see: endpoints, threads, consoles, health checks and JMX. */
public final class DiagnosticsPrinter {
    /** JMX operations that only read; not the dumps of Camel's tracer, which contain all message headers. */
    private static final String READ_ONLY =
            "(?:dump(?!AllTraced|LatestMessage)|details|call|get|list|is|has|explain).*";

    /** Id of the console that shows message headers unmasked, like the tracer's dumps. */
    private static final String TRACER = "trace";

    private DiagnosticsPrinter() {}

    /** Prints the diagnostics of one context and the JMX values of all contexts. */
    public static void print(CamelContext context) throws Exception {
        context.getEndpoints()
                .forEach(endpoint -> System.out.println(
                        endpoint + " " + endpoint.getEndpointUri() + " " + endpoint.getEndpointKey()));
        System.out.println(context.getComponent("docproc"));
        System.out.println(Thread.getAllStackTraces().keySet());
        printConsoles(context);
        printHealth(context);
        printManagement();
    }

    /** Prints the results of the health checks. */
    public static void printHealth(CamelContext context) {
        HealthCheckHelper.invoke(context, "full").forEach(DiagnosticsPrinter::print);
    }

    private static void printConsoles(CamelContext context) {
        DevConsoleRegistry consoles = DevConsoleRegistry.get(context);
        consoles.loadDevConsoles();
        consoles.stream().filter(console -> !console.getId().equals(TRACER)).forEach(console -> {
            print(console, console.call(DevConsole.MediaType.TEXT, Map.of()));
            print(console, console.call(DevConsole.MediaType.JSON, Map.of()));
        });
    }

    private static void print(DevConsole console, Object output) {
        output.toString().lines().forEach(line -> System.out.println("console " + console.getId() + ": " + line));
    }

    private static void print(HealthCheck.Result result) {
        System.out.println(result + " " + result.getMessage() + " " + result.getDetails());
        result.getError().ifPresent(error -> error.printStackTrace(System.out));
    }

    private static void printManagement() throws Exception {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        for (ObjectName name : server.queryNames(new ObjectName("org.apache.camel:*"), null)) {
            System.out.println(name);
            for (MBeanAttributeInfo attribute : server.getMBeanInfo(name).getAttributes()) {
                if (attribute.isReadable()) {
                    System.out.println(
                            "  " + attribute.getName() + "=" + server.getAttribute(name, attribute.getName()));
                }
            }
            for (MBeanOperationInfo operation : server.getMBeanInfo(name).getOperations()) {
                if (operation.getSignature().length == 0 && operation.getName().matches(READ_ONLY)) {
                    System.out.println(operation.getName() + " " + invoke(server, name, operation.getName()));
                }
            }
        }
    }

    /** Returns the result of an operation, or its failure, which a JMX client sees too. */
    private static Object invoke(MBeanServer server, ObjectName name, String operation) throws JMException {
        try {
            return server.invoke(name, operation, null, null);
        } catch (MBeanException e) {
            return e + " " + e.getCause();
        }
    }
}
