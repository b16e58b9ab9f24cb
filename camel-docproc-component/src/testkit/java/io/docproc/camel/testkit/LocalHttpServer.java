/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import org.apache.camel.CamelContext;
import org.apache.camel.component.platform.http.main.MainHttpServer;
import org.apache.camel.component.platform.http.vertx.VertxPlatformHttpServer;
import org.apache.camel.support.service.ServiceHelper;

/** Camel's HTTP server on a port that the system assigns, because Camel only logs that a port is in use. */
public final class LocalHttpServer {
    private LocalHttpServer() {}

    /** Starts the server before the context, so that routes know its port, and returns the port. */
    public static int start(CamelContext context) throws Exception {
        MainHttpServer server = new MainHttpServer();
        server.setHost("localhost");
        server.setPort(0);
        context.addService(server);
        ServiceHelper.startService(server);
        return context.hasService(VertxPlatformHttpServer.class).getPort();
    }
}
