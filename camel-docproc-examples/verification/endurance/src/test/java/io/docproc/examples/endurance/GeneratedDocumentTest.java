/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.examples.endurance.GeneratedDocument.Kind;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class GeneratedDocumentTest {
    private static final GeneratedDocument PHOTO = new GeneratedDocument(4, Kind.PHOTO, Path.of("document-000004.png"));
    private static final GeneratedDocument TEXT = new GeneratedDocument(5, Kind.TEXT, Path.of("document-000005.txt"));

    private static byte[] jpeg(int width) throws IOException {
        ByteArrayOutputStream jpeg = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(width, 300, BufferedImage.TYPE_INT_RGB), "jpg", jpeg);
        return jpeg.toByteArray();
    }

    @Test
    void anImageAsWideAsItsSheetIsItsOwnAndTheNextDocumentsIsNot() throws IOException {
        assertThat(PHOTO.problem(jpeg(GeneratedDocument.sheetWidth(4) + 3))).isEmpty();
        assertThat(PHOTO.problem(jpeg(GeneratedDocument.sheetWidth(5)))).isPresent();
    }

    @Test
    void anImageThatBreaksOffIsNoGoodResult() throws IOException {
        byte[] whole = jpeg(GeneratedDocument.sheetWidth(4));

        assertThat(PHOTO.problem(Arrays.copyOf(whole, 100))).isPresent();
    }

    @Test
    void aTextsResultNamesItsReferenceAndNoOther() {
        assertThat(TEXT.problem(bytes("{\"a\":\"N-000005\"}"))).isEmpty();
        assertThat(TEXT.problem(bytes("{\"a\":\"\"}"))).isPresent();
        assertThat(TEXT.problem(bytes("{\"a\":\"N-000005\",\"b\":\"N-000006\"}")))
                .isPresent();
        assertThat(TEXT.problem(bytes("{\"a\":\"N-000005\"}{"))).isPresent();
    }

    @Test
    void whatCannotBeSentMustNotHaveAResult() {
        assertThat(TEXT.asBroken().problem(bytes("{\"a\":\"N-000005\"}"))).isPresent();
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
