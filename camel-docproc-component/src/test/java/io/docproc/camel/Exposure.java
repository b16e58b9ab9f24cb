/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

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

/** Prints whatever somebody who runs an application can be shown of it. */
public final class Exposure {
    /** Operations of management that tell something and change nothing; not the dumps of Camel's tracer, which show all headers. */
    private static final String SHOWING = "(?:dump(?!AllTraced|LatestMessage)|details|call|get|list|is|has|explain).*";

    /** Shows the headers of messages as they are, like the dumps of the tracer. */
    private static final String TRACER = "trace";

    private Exposure() {}

    /** Prints it for one context, and what management shows of all. */
    public static void print(CamelContext context) throws Exception {
        context.getEndpoints()
                .forEach(endpoint -> System.out.println(
                        endpoint + " " + endpoint.getEndpointUri() + " " + endpoint.getEndpointKey()));
        System.out.println(context.getComponent("docproc"));
        System.out.println(Thread.getAllStackTraces().keySet());
        printConsoles(context);
        HealthCheckHelper.invoke(context, "full").forEach(Exposure::print);
        printManagement();
    }

    private static void printConsoles(CamelContext context) {
        DevConsoleRegistry consoles = DevConsoleRegistry.get(context);
        consoles.loadDevConsoles();
        consoles.stream().filter(console -> !console.getId().equals(TRACER)).forEach(console -> {
            print(console, console.call(DevConsole.MediaType.TEXT, Map.of()));
            print(console, console.call(DevConsole.MediaType.JSON, Map.of()));
        });
    }

    private static void print(DevConsole console, Object shown) {
        shown.toString().lines().forEach(line -> System.out.println("console " + console.getId() + ": " + line));
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
                if (operation.getSignature().length == 0 && operation.getName().matches(SHOWING)) {
                    System.out.println(operation.getName() + " " + invoke(server, name, operation.getName()));
                }
            }
        }
    }

    /** What an operation gives, or how it fails: that, too, is shown to whoever calls it. */
    private static Object invoke(MBeanServer server, ObjectName name, String operation) throws JMException {
        try {
            return server.invoke(name, operation, null, null);
        } catch (MBeanException failed) {
            return failed + " " + failed.getCause();
        }
    }
}
