/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.crop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SamplePhotosTest {
    private static final Path FOLDER = Path.of("../../shared/samples/photos");
    private static final double TOLERANCE = 0.02;

    /** Returns three photos, and in the profile {@code endurance} all. */
    static List<Path> photos() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.filter(file -> !file.toString().endsWith(".json"))
                    .sorted()
                    .limit(Boolean.getBoolean("tests.endurance") ? Long.MAX_VALUE : 3)
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("photos")
    void theCornersAreDetectedWithinTwoPercentOfTheDiagonal(Path photo) throws IOException {
        String name = photo.getFileName().toString();
        String cornersFile = name.substring(0, name.lastIndexOf('.')) + ".corners.json";
        JsonNode truth = new ObjectMapper().readTree(FOLDER.resolve(cornersFile).toFile());
        List<Integer> corners =
                truth.get("corners").valueStream().map(JsonNode::asInt).toList();

        CropResult result = new CropService().crop(photo, Crops.onlyPosition());

        assertThat(result.originWidth()).isCloseTo(truth.get("width").asInt(), offset(1));
        assertThat(result.originHeight()).isCloseTo(truth.get("height").asInt(), offset(1));
        assertThat(result.position()).hasSize(8);
        double diagonal = Math.hypot(corners.get(0) - corners.get(4), corners.get(1) - corners.get(5));
        for (int i = 0; i < 8; i += 2) {
            double away = Math.hypot(
                    result.position().get(i) - corners.get(i), result.position().get(i + 1) - corners.get(i + 1));
            assertThat(away).as("corner %d of %s", i / 2, name).isLessThan(TOLERANCE * diagonal);
        }
    }
}
