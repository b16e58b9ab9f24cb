/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;

/**
 * Writes a minimal Word 97 file with unformatted paragraphs. POI cannot create DOC files, so the
 * structures (File Information Block, piece table, formatted disk pages) are written here as the format specifies.
 */
final class MinimalDoc {
    private static final int PAGE = 512;
    private static final int TEXT_PAGE = 2;
    private static final int CHARACTERS_PAGE = 3;
    private static final int PARAGRAPHS_PAGE = 4;

    private static final int STYLES = 0;
    private static final int SECTIONS = 64;
    private static final int CHARACTERS = 128;
    private static final int PARAGRAPHS = 192;
    private static final int FONTS = 256;
    private static final int PIECES = 320;
    private static final int PROPERTIES = 512;

    private final List<String> paragraphs;
    private final byte[] text;
    private final ByteBuffer main = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
    private final ByteBuffer table = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);

    private MinimalDoc(List<String> paragraphs) {
        this.paragraphs = paragraphs;
        text = (String.join("\r", paragraphs) + "\r").getBytes(StandardCharsets.ISO_8859_1);
    }

    static void write(Path file, List<String> paragraphs) throws IOException {
        MinimalDoc doc = new MinimalDoc(paragraphs);
        doc.fillTable();
        doc.fillMain();
        try (POIFSFileSystem container = new POIFSFileSystem();
                OutputStream out = Files.newOutputStream(file)) {
            container.createDocument(new ByteArrayInputStream(doc.main.array()), "WordDocument");
            container.createDocument(new ByteArrayInputStream(doc.table.array()), "1Table");
            container.writeFilesystem(out);
        }
    }

    private int start() {
        return TEXT_PAGE * PAGE;
    }

    private int end() {
        return start() + text.length;
    }

    private void fillMain() {
        main.putShort(0, (short) 0xA5EC).putShort(2, (short) 0xC1).putShort(6, (short) 0x409);
        main.putShort(10, (short) 0x0200)
                .putShort(12, (short) 0xBF)
                .putInt(24, start())
                .putInt(28, end());
        main.putShort(32, (short) 14).putShort(62, (short) 22);
        main.putInt(64, end()).putInt(64 + 3 * 4, text.length);
        main.putShort(152, (short) 93);
        locate(1, STYLES, 22);
        locate(6, SECTIONS, 20);
        locate(12, CHARACTERS, 12);
        locate(13, PARAGRAPHS, 12);
        locate(15, FONTS, 4);
        locate(31, PROPERTIES, 600);
        locate(33, PIECES, 21);
        main.position(start()).put(text);
        fillCharacterPage();
        fillParagraphPage();
    }

    private void locate(int index, int offset, int length) {
        main.putInt(154 + index * 8, offset).putInt(158 + index * 8, length);
    }

    private void fillCharacterPage() {
        main.position(CHARACTERS_PAGE * PAGE).putInt(start()).putInt(end());
        main.put((CHARACTERS_PAGE + 1) * PAGE - 1, (byte) 1);
    }

    private void fillParagraphPage() {
        int page = PARAGRAPHS_PAGE * PAGE;
        main.position(page).putInt(start());
        int offset = start();
        for (String paragraph : paragraphs) {
            offset += paragraph.length() + 1;
            main.putInt(offset);
        }
        for (int i = 0; i < paragraphs.size(); i++) {
            main.put((byte) (500 / 2)).put(new byte[12]);
        }
        main.put(page + 501, (byte) 1).put(page + PAGE - 1, (byte) paragraphs.size());
    }

    private void fillTable() {
        table.position(STYLES).putShort((short) 18).putShort((short) 1).putShort((short) 10);
        table.position(SECTIONS)
                .putInt(0)
                .putInt(text.length)
                .putShort((short) 0)
                .putInt(-1);
        table.position(CHARACTERS).putInt(start()).putInt(end()).putInt(CHARACTERS_PAGE);
        table.position(PARAGRAPHS).putInt(start()).putInt(end()).putInt(PARAGRAPHS_PAGE);
        table.position(PIECES).put((byte) 2).putInt(16).putInt(0).putInt(text.length);
        table.putShort((short) 0).putInt(start() * 2 | 0x40000000).putShort((short) 0);
    }
}
