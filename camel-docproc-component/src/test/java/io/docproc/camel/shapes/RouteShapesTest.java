/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.shapes;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.shapes.ShapeOperation.Result;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Matrix;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * In routes with each EIP, each branch reads the whole result, each document is billed once, and no temporary file,
 * thread or connection is leaked. The tables are {@link Shape}, {@link ShapeOperation}, {@link ShapeInput} and {@link
 * ShapeVariant}.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RouteShapesTest {
    private static final int SMALL = 5_000;
    private static final int LARGE = Matrix.isFull() ? 2_000_000 : 400_000;

    private final Map<ShapeVariant, ShapeContext> contexts = new EnumMap<>(ShapeVariant.class);
    private ShapeService service;

    @TempDir
    static Path folder;

    @BeforeAll
    void start() throws Exception {
        service = new ShapeService();
        for (ShapeVariant variant : ShapeVariant.values()) {
            contexts.put(
                    variant, new ShapeContext(variant, service, Files.createDirectory(folder.resolve(variant.name()))));
        }
    }

    @AfterAll
    void assertNoLeaks() {
        contexts.values().forEach(ShapeContext::assertNoLeaks);
        contexts.values().forEach(ShapeContext::stop);
        service.assertNoOpenConnection();
        service.close();
    }

    @Test
    void imagesAreThoseOfTheService() throws IOException {
        Object body = contexts.get(ShapeVariant.DEFAULT).call(ShapeOperation.CROP_TWO_IMAGES, LARGE);

        assertThat(BodyDigest.ofValue(body))
                .isEqualTo(List.of(
                                BodyDigest.of(ShapeOperation.image(LARGE, 0)),
                                BodyDigest.of(ShapeOperation.image(LARGE, 1)))
                        .toString());
    }

    @ParameterizedTest(name = "{0} {1} {2} bytes")
    @MethodSource
    @CoversFault({46, 66})
    void everyOperationSurvivesEveryShape(ShapeOperation operation, Shape shape, int size) throws Exception {
        verify(ShapeVariant.DEFAULT, shape, operation, size, ShapeInput.BODY);
    }

    static Stream<Arguments> everyOperationSurvivesEveryShape() {
        Stream<Arguments> cells = Stream.of(ShapeOperation.values()).flatMap(operation -> shapes(operation)
                .map(shape -> Arguments.of(operation, shape, operation.result() == Result.SMALL ? SMALL : LARGE)));
        return Matrix.of(Stream.concat(
                cells, shapes(ShapeOperation.CROP).map(shape -> Arguments.of(ShapeOperation.CROP, shape, SMALL))));
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource
    @CoversFault({46, 66})
    void imagesSurviveEveryShapeInEveryVariant(ShapeVariant variant, Shape shape, ShapeOperation operation)
            throws Exception {
        verify(variant, shape, operation, LARGE, ShapeInput.BODY);
    }

    static Stream<Arguments> imagesSurviveEveryShapeInEveryVariant() {
        return Matrix.of(Stream.of(ShapeVariant.values())
                .filter(variant -> variant != ShapeVariant.DEFAULT)
                .flatMap(variant -> Stream.of(ShapeOperation.CROP, ShapeOperation.CROP_TWO_IMAGES)
                        .flatMap(
                                operation -> shapes(operation).map(shape -> Arguments.of(variant, shape, operation)))));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource
    @CoversFault(46)
    void everyCarrierOfADocumentSurvivesEveryShape(ShapeInput input, Shape shape) throws Exception {
        verify(ShapeVariant.DEFAULT, shape, ShapeOperation.CROP, SMALL, input);
    }

    static Stream<Arguments> everyCarrierOfADocumentSurvivesEveryShape() {
        return Matrix.ofFirst(Stream.of(ShapeInput.values())
                .filter(input -> input != ShapeInput.BODY)
                .flatMap(input -> Stream.of(Shape.values()).map(shape -> Arguments.of(input, shape))));
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource
    void everyOperationReadsEveryCarrierOfADocument(ShapeOperation operation, ShapeInput input, ShapeVariant variant)
            throws Exception {
        verify(variant, Shape.TO, operation, SMALL, input);
    }

    static Stream<Arguments> everyOperationReadsEveryCarrierOfADocument() {
        return Matrix.of(Stream.of(ShapeVariant.DEFAULT, ShapeVariant.WITHOUT_STREAM_CACHING)
                .flatMap(variant -> Stream.of(ShapeOperation.values())
                        .filter(operation -> operation.body() instanceof byte[])
                        .flatMap(operation ->
                                Stream.of(ShapeInput.values()).map(input -> Arguments.of(operation, input, variant)))));
    }

    private static Stream<Shape> shapes(ShapeOperation operation) {
        return Stream.of(Shape.values()).filter(shape -> shape.carries(operation.result()));
    }

    private void verify(ShapeVariant variant, Shape shape, ShapeOperation operation, int size, ShapeInput input)
            throws Exception {
        contexts.get(variant).verify(shape, operation, size, input);
    }
}
