/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.examples.support.InTurn;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.imageio.ImageIO;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;

/** The routes of the README and of {@code photos.camel.*} crop pages, and move a type that is not accepted to a folder. */
class ReadmeTest {
    private static final Path README = Path.of("../../README.md");
    private static final Path ROUTES = Path.of("src/main/resources/quickstart");
    private static final Pattern YAML = Pattern.compile("(?s)```yaml\\R(.*?)```");

    @TempDir
    private Path folder;

    @Test
    void theRouteOfTheReadmeCropsPages() throws Exception {
        String blocks = YAML.matcher(Files.readString(README))
                .results()
                .map(block -> block.group(1))
                .sorted(Comparator.comparing(block -> block.startsWith("- route")))
                .collect(Collectors.joining());

        assertThat(blocks).isEqualToNormalizingNewlines(Files.readString(ROUTES.resolve("photos.camel.yaml")));
        assertCropsPages("readme.camel.yaml", blocks);
    }

    @ParameterizedTest
    @InTurn({"photos.camel.yaml", "photos.camel.xml"})
    void theRouteForPhotosCropsPages(String file) throws Exception {
        assertCropsPages(file, Files.readString(ROUTES.resolve(file)));
    }

    private void assertCropsPages(String file, String routes) throws Exception {
        Files.createDirectories(folder.resolve("inbox"));
        Files.copy(JobFixture.SAMPLES.resolve("photos/invoice-on-wood.jpg"), folder.resolve("inbox/a.JPEG"));
        Files.writeString(folder.resolve("inbox/b.heic"), "\0\0\0\u0018ftypheic\0\0\0\0mif1heic");
        String route = routes.replace("file:inbox", "file:" + folder.resolve("inbox"))
                .replace("file:pages", "file:" + folder.resolve("pages"));
        Path here = Files.writeString(folder.resolve(file), route);
        Main main = new Main();
        try (LocalService service = new LocalService(new LocalServiceOptions().port(0)).start()) {
            main.configure().withRoutesIncludePattern("file:" + here);
            main.addInitialProperty("camel.component.docproc.baseUrl", service.baseUrl());
            main.addInitialProperty("camel.component.docproc.appId", "local-app");
            main.addInitialProperty("camel.component.docproc.secretCode", "local-secret");
            main.start();
            await().atMost(60, TimeUnit.SECONDS)
                    .until(() -> Files.exists(folder.resolve("inbox/done/a.JPEG"))
                            && Files.exists(folder.resolve("inbox/failed/b.heic")));
        } finally {
            main.stop();
        }
        assertThat(ImageIO.read(folder.resolve("pages/a.JPEG.0.jpg").toFile()).getHeight())
                .isGreaterThan(1000);
    }
}
