/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.compatibility;

import io.docproc.test.DocprocTestService;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.camel.main.Main;

/** Configuration of the applications under test. */
final class Applications {
    private Applications() {}

    /** Returns the properties of an application that a service calls back at a URL. */
    static Map<String, String> properties(DocprocTestService service, String publicUrl, String webhookComponent) {
        Map<String, String> properties = new HashMap<>(service.properties());
        properties.put("camel.component.docproc.public-url", publicUrl);
        properties.put("webhook.component", webhookComponent);
        return properties;
    }

    /** Returns a Camel Main that loads its routes from a resource. */
    static Main main(String routes, Map<String, String> properties) {
        Main main = new Main();
        main.configure().withRoutesIncludePattern("classpath:compatibility/" + routes);
        properties.forEach(main::addInitialProperty);
        return main;
    }

    /** Asserts that the routes of a resource work under Camel Main, with Tomcat as its HTTP server. */
    static void assertRoutesUnderCamelMain(String routes, DocprocTestService service, Path folder) throws Exception {
        try (ServletServer server = new ServletServer(folder, "")) {
            server.start();
            Main main = main(routes, properties(service, server.url(), "servlet"));
            main.start();
            try {
                new RouteAssertions(main.getCamelContext(), service, server.url()).assertAllRoutes();
            } finally {
                main.stop();
            }
        }
    }
}
