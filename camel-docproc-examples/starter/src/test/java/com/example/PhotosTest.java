/* SPDX-License-Identifier: Apache-2.0 */
package com.example;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.docproc.test.DocprocTestService;
import java.awt.image.BufferedImage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.apache.camel.builder.NotifyBuilder;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Runs the application in a folder of its own, with a test service instead of the account. */
class PhotosTest {
    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    private final Main application = new Main();

    @TempDir
    Path folder;

    @BeforeEach
    void start() {
        service.properties().forEach(application::addOverrideProperty);
        application.addOverrideProperty("inbox", folder.resolve("inbox").toString());
        application.addOverrideProperty("pages", folder.resolve("pages").toString());
        application.addOverrideProperty(
                "camel.component.docproc.result-repository", folder.resolve("results").toString());
        application.start();
    }

    @AfterEach
    void stop() {
        application.stop();
    }

    @Test
    void cropsAPhoto() throws Exception {
        process("invoice.jpg");

        assertTrue(Files.exists(folder.resolve("inbox/done/invoice.jpg")));
        assertNotNull(ImageIO.read(folder.resolve("pages/invoice.jpg.0.jpg").toFile()));
        assertEquals(1, service.billedCalls().size());
    }

    @Test
    void movesARefusedPhotoToAFolder() throws Exception {
        service.whenCrop().fail(40422);

        process("invoice.jpg");

        assertTrue(Files.exists(folder.resolve("inbox/failed/invoice.jpg")));
    }

    private void process(String name) throws Exception {
        NotifyBuilder processed =
                new NotifyBuilder(application.getCamelContext()).from("file:*").whenDone(1).create();
        Path photo = folder.resolve(name);
        ImageIO.write(new BufferedImage(600, 800, BufferedImage.TYPE_INT_RGB), "jpg", photo.toFile());
        Files.move(photo, folder.resolve("inbox").resolve(name));
        assertTrue(processed.matches(30, TimeUnit.SECONDS));
        // Waits until the original is moved.
        application.stop();
    }
}
