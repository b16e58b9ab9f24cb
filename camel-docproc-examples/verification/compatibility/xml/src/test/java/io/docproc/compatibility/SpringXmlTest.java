/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.compatibility;

import io.docproc.test.DocprocTestService;
import java.nio.file.Path;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.support.ClassPathXmlApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** The component as a bean of a Spring XML application. */
class SpringXmlTest {
    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    @TempDir
    private Path folder;

    @Test
    void runsRoutesInSpringXml() throws Exception {
        try (ServletServer server = new ServletServer(folder, "");
                ClassPathXmlApplicationContext application =
                        new ClassPathXmlApplicationContext(new String[] {"compatibility/camel-context.xml"}, false)) {
            server.start();
            application
                    .getEnvironment()
                    .getPropertySources()
                    .addFirst(new MapPropertySource(
                            "test", Map.copyOf(Applications.properties(service, server.url(), "servlet"))));
            application.refresh();
            new RouteAssertions(application.getBean(CamelContext.class), service, server.url()).assertAllRoutes();
        }
    }
}
