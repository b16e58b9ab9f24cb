/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.examples.endurance.MadeDocument.Kind;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class MadeDocumentTest {
    private static final MadeDocument PHOTO = new MadeDocument(4, Kind.PHOTO, Path.of("document-000004.png"));
    private static final MadeDocument TEXT = new MadeDocument(5, Kind.TEXT, Path.of("document-000005.txt"));

    private static byte[] jpeg(int width) throws IOException {
        ByteArrayOutputStream jpeg = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(width, 300, BufferedImage.TYPE_INT_RGB), "jpg", jpeg);
        return jpeg.toByteArray();
    }

    @Test
    void anImageAsWideAsItsSheetIsItsOwnAndTheNextDocumentsIsNot() throws IOException {
        assertThat(PHOTO.complaint(jpeg(MadeDocument.sheetWidth(4) + 3))).isEmpty();
        assertThat(PHOTO.complaint(jpeg(MadeDocument.sheetWidth(5)))).isPresent();
    }

    @Test
    void anImageThatBreaksOffIsNoGoodResult() throws IOException {
        byte[] whole = jpeg(MadeDocument.sheetWidth(4));

        assertThat(PHOTO.complaint(Arrays.copyOf(whole, 100))).isPresent();
    }

    @Test
    void aTextsResultNamesItsReferenceAndNoOther() {
        assertThat(TEXT.complaint(bytes("{\"a\":\"N-000005\"}"))).isEmpty();
        assertThat(TEXT.complaint(bytes("{\"a\":\"\"}"))).isPresent();
        assertThat(TEXT.complaint(bytes("{\"a\":\"N-000005\",\"b\":\"N-000006\"}")))
                .isPresent();
        assertThat(TEXT.complaint(bytes("{\"a\":\"N-000005\"}{"))).isPresent();
    }

    @Test
    void whatCannotBeSentMustNotHaveAResult() {
        assertThat(TEXT.spoilt().complaint(bytes("{\"a\":\"N-000005\"}"))).isPresent();
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }
}
