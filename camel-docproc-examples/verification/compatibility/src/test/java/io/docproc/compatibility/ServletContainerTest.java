/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.compatibility;

import io.docproc.test.DocprocTestService;
import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import java.nio.file.Path;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The component in a web application, whose listener starts and stops Camel. */
class ServletContainerTest {
    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    @TempDir
    private Path folder;

    @Test
    void runsRoutesInAWebApplication() throws Exception {
        try (ServletServer server = new ServletServer(folder, "/application")) {
            Main main = Applications.main("routes.yaml", Applications.properties(service, server.url(), "servlet"));
            server.start(new CamelListener(main));
            new RouteAssertions(main.getCamelContext(), service, server.url()).assertAllRoutes();
        }
    }

    private record CamelListener(Main main) implements ServletContextListener {
        @Override
        public void contextInitialized(ServletContextEvent event) {
            main.start();
        }

        @Override
        public void contextDestroyed(ServletContextEvent event) {
            main.stop();
        }
    }
}
