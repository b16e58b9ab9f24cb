/* SPDX-License-Identifier: Apache-2.0 */
package com.example.docproc;

import io.docproc.test.DocprocTestService;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.BindException;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import javax.imageio.ImageIO;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.main.Main;

/** Applications with Camel Main that call the test service. */
final class Application {
    private Application() {}

    static Main start(DocprocTestService service, RoutesBuilder routes) throws IOException {
        int port = freePort();
        Main main = new Main();
        service.properties().forEach(main::addOverrideProperty);
        main.addOverrideProperty("camel.component.docproc.public-url", "http://localhost:" + port);
        main.addOverrideProperty(
                "camel.component.docproc.job-repository", "#class:io.docproc.camel.job.MemoryJobRepository");
        main.addOverrideProperty("camel.server.enabled", "true");
        main.addOverrideProperty("camel.server.port", String.valueOf(port));
        main.configure().addRoutesBuilder(routes);
        main.start();
        return main;
    }

    static byte[] photo() throws IOException {
        ByteArrayOutputStream jpeg = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(400, 300, BufferedImage.TYPE_INT_RGB), "jpg", jpeg);
        return jpeg.toByteArray();
    }

    /** Returns a port outside the ephemeral range of most systems, which no connection occupies before the server. */
    private static int freePort() throws IOException {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(20_000, 32_000);
            try (ServerSocket socket = new ServerSocket(port)) {
                return socket.getLocalPort();
            } catch (BindException e) {
                continue; // Another server has the port.
            }
        }
    }
}
