/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.samples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PhotoSamplesTest {
    private static final Path FOLDER = Path.of("photos");

    @Test
    void theCommittedSamplesAreThoseThatTheGeneratorMakes() throws IOException {
        for (Photo photo : PhotoSamples.photos()) {
            assertThat(FOLDER.resolve(photo.fileName())).isRegularFile();
            assertThat(FOLDER.resolve(photo.baseName() + ".corners.json")).hasContent(photo.cornersAsJson());
        }
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files).hasSize(2 * PhotoSamples.photos().size());
        }
    }

    @Test
    void everyFormatThatCropAcceptsIsAmongTheSamples() {
        assertThat(PhotoSamples.photos())
                .extracting(Photo::format)
                .contains("jpg", "png", "bmp", "webp", "tiff", "gif", "pdf");
    }

    @Test
    void everyPageLiesWhollyInItsPicture() {
        for (Photo photo : PhotoSamples.photos()) {
            var page = photo.document().draw(1);
            List<Double> corners =
                    photo.view().corners(Camera.millimetres(page.getWidth()), Camera.millimetres(page.getHeight()));
            for (int i = 0; i < corners.size(); i += 2) {
                assertThat(corners.get(i)).isBetween(0.0, (double) photo.view().width());
                assertThat(corners.get(i + 1))
                        .isBetween(0.0, (double) photo.view().height());
            }
        }
    }

    @Test
    void thePhotoIsTheSameEachTime() {
        Photo photo = new Photo(
                "a.png",
                Photo.Document.RECEIPT,
                SurfaceTexture.DARK_CLOTH,
                new View(60, 80, 5, 10, 4, 330, 0, 0),
                new Illumination(0.3, 20, 0.2, 0.1, 1, 0.6, 3));
        int[] first = photo.take().getRGB(0, 0, 60, 80, null, 0, 60);
        int[] second = photo.take().getRGB(0, 0, 60, 80, null, 0, 60);
        assertThat(second).isEqualTo(first);
    }
}
