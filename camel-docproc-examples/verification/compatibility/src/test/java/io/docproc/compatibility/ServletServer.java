/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.compatibility;

import jakarta.servlet.ServletContextListener;
import java.nio.file.Path;
import org.apache.camel.component.servlet.CamelHttpTransportServlet;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/** Tomcat on a free port with a web application that receives callbacks through Camel's servlet. */
final class ServletServer implements AutoCloseable {
    private final Tomcat tomcat = new Tomcat();
    private final Context application;

    /** Creates a server that keeps its files in a folder, and binds its port. */
    ServletServer(Path folder, String contextPath) throws LifecycleException {
        tomcat.setBaseDir(folder.toString());
        tomcat.setPort(0);
        application = tomcat.addContext(contextPath, null);
        Tomcat.addServlet(application, "CamelServlet", new CamelHttpTransportServlet())
                .setLoadOnStartup(1);
        application.addServletMappingDecoded("/*", "CamelServlet");
        tomcat.getConnector();
        tomcat.init();
    }

    /** Starts the web application with a listener. */
    void start(ServletContextListener listener) throws LifecycleException {
        application.addServletContainerInitializer((classes, context) -> context.addListener(listener), null);
        start();
    }

    /** Starts the web application. */
    void start() throws LifecycleException {
        tomcat.start();
    }

    /** Returns the URL of the web application. */
    String url() {
        return "http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + application.getPath();
    }

    @Override
    public void close() throws LifecycleException {
        tomcat.stop();
        tomcat.destroy();
    }
}
