/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MediaType;
import org.apache.tika.mime.MimeType;
import org.apache.tika.mime.MimeTypeException;
import org.apache.tika.mime.MimeTypes;

/**
 * Type of a document, detected from its bytes. The file name is only used to distinguish the types that a container or a
 * text may have.
 *
 * @param mediaType the media type, for example {@code image/jpeg}
 * @param extension the usual extension without a dot, for example {@code jpg}; empty if the bytes do not determine the
 *     type, as for a ZIP archive that may be a DOCX or an OFD, or for {@code application/octet-stream}
 */
public record DocumentType(String mediaType, String extension) {
    private static final String UNDETERMINED = "application/octet-stream";
    private static final String OOXML = "application/vnd.openxmlformats-officedocument.";

    public static final DocumentType JPEG = new DocumentType("image/jpeg", "jpg");
    public static final DocumentType PNG = new DocumentType("image/png", "png");
    public static final DocumentType BMP = new DocumentType("image/bmp", "bmp");
    public static final DocumentType WEBP = new DocumentType("image/webp", "webp");
    public static final DocumentType TIFF = new DocumentType("image/tiff", "tiff");
    public static final DocumentType GIF = new DocumentType("image/gif", "gif");
    public static final DocumentType PDF = new DocumentType("application/pdf", "pdf");
    public static final DocumentType DOC = new DocumentType("application/msword", "doc");
    public static final DocumentType DOCX = new DocumentType(OOXML + "wordprocessingml.document", "docx");
    public static final DocumentType XLS = new DocumentType("application/vnd.ms-excel", "xls");
    public static final DocumentType XLSX = new DocumentType(OOXML + "spreadsheetml.sheet", "xlsx");
    public static final DocumentType PPT = new DocumentType("application/vnd.ms-powerpoint", "ppt");
    public static final DocumentType PPTX = new DocumentType(OOXML + "presentationml.presentation", "pptx");
    public static final DocumentType HTML = new DocumentType("text/html", "html");
    public static final DocumentType MHTML = new DocumentType("multipart/related", "mhtml");
    public static final DocumentType CSV = new DocumentType("text/csv", "csv");
    public static final DocumentType TXT = new DocumentType("text/plain", "txt");
    public static final DocumentType OFD = new DocumentType("application/ofd", "ofd");

    /** Types that a crop accepts (interface document, Limits). */
    static final List<DocumentType> PHOTOS = List.of(JPEG, PNG, BMP, WEBP, PDF, TIFF, GIF);

    /** Types that an extraction accepts (interface document, Limits). */
    static final List<DocumentType> DOCUMENTS =
            List.of(PNG, JPEG, PDF, BMP, TIFF, WEBP, DOC, DOCX, HTML, MHTML, XLS, XLSX, CSV, PPT, PPTX, TXT, OFD);

    private static final MediaType ZIP = MediaType.application("zip");
    private static final Set<MediaType> CONTAINERS =
            Set.of(ZIP, MediaType.application("x-tika-ooxml"), MediaType.application("x-tika-msoffice"));

    /** First bytes that are unambiguous. Tika detects all other types, which takes longer. */
    private static final Map<String, DocumentType> SIGNATURES =
            Map.of("ffd8ff", JPEG, "89504e470d0a1a0a", PNG, "255044462d", PDF);

    private static final int MAX_SIGNATURE_LENGTH = 8;

    /** Maximum length of a magic number that other documents may start with by chance, for example {@code MZ}. */
    private static final int MAX_SHORT_MAGIC = 4;

    /** Header of a PDF, which any other bytes may precede (ISO 32000-1, H.3, notes 13 and 14). */
    private static final Pattern PDF_HEADER = Pattern.compile("%PDF-|%!PS-Adobe-[\\d.]+ PDF-");

    /** First character of the escape sequences in ISO 2022 texts. */
    private static final int ESCAPE = 0x1B;

    /** Holder that loads Tika. */
    private static final class Tika {
        private static final MimeTypes TYPES = MimeTypes.getDefaultMimeTypes();
    }

    /** Returns whether this is the type of an image. */
    public boolean isImage() {
        return mediaType.startsWith("image/");
    }

    /**
     * Returns the value for {@code Content-Type}: the media type, or {@code application/octet-stream} if it is
     * uncertain.
     */
    public String contentType() {
        return extension.isEmpty() ? UNDETERMINED : mediaType;
    }

    /**
     * Returns whether a document of this detected type may be of the accepted type. This is the case if its type is the
     * same or a subtype, or if its type is undetermined and the accepted type is a subtype of it.
     */
    boolean mayBe(DocumentType accepted) {
        return equals(accepted)
                || isInstance(MediaType.parse(mediaType), MediaType.parse(accepted.mediaType))
                || extension.isEmpty() && isInstance(MediaType.parse(accepted.mediaType), MediaType.parse(mediaType));
    }

    /** Returns the type with this media type, if the interface document lists it (Limits). */
    static Optional<DocumentType> listed(String mediaType) {
        return Stream.concat(PHOTOS.stream(), DOCUMENTS.stream())
                .filter(type -> type.mediaType.equals(mediaType))
                .findFirst();
    }

    @Override
    public String toString() {
        return extension.isEmpty() ? mediaType : extension + " (" + mediaType + ")";
    }

    /**
     * Loads Tika. If the deadline of a call interrupted its static initialization, no type could be detected any more until
     * the JVM ends.
     */
    static void load() {
        try {
            detect("<?xml version=\"1.0\"?><a/>".getBytes(StandardCharsets.US_ASCII), Optional.of("a.xml"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads as many of the first bytes as the detection needs. */
    static byte[] head(InputStream start) throws IOException {
        byte[] signature = start.readNBytes(MAX_SIGNATURE_LENGTH);
        if (bySignature(signature).isPresent()) {
            return signature;
        }
        byte[] head = Arrays.copyOf(signature, Tika.TYPES.getMinLength());
        int more = start.readNBytes(head, signature.length, head.length - signature.length);
        return Arrays.copyOf(head, signature.length + more);
    }

    /** Detects the type of a document by its {@link #head} and its name. */
    static DocumentType detect(byte[] head, Optional<String> name) throws IOException {
        Optional<DocumentType> type = bySignature(head);
        return type.isPresent() ? type.get() : byTika(head, name);
    }

    private static Optional<DocumentType> bySignature(byte[] head) {
        String start = HexFormat.of().formatHex(head, 0, Math.min(head.length, MAX_SIGNATURE_LENGTH));
        return SIGNATURES.entrySet().stream()
                .filter(signature -> start.startsWith(signature.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    private static DocumentType byTika(byte[] head, Optional<String> name) throws IOException {
        MediaType byBytes = byBytes(head);
        MediaType byName = name.isPresent() ? byName(name.get()) : MediaType.OCTET_STREAM;
        boolean isContainer = CONTAINERS.contains(byBytes);
        if (!isContainer && !isCertain(byBytes, byName, head)) {
            return new DocumentType(UNDETERMINED, "");
        }
        if (isContainer
                && isInstance(byBytes, ZIP)
                && name.orElse("").toLowerCase(Locale.ROOT).endsWith(".ofd")) {
            return OFD;
        }
        if ((isContainer || isText(byBytes)) && isInstance(byName, byBytes)) {
            return type(byName);
        }
        return isContainer ? new DocumentType(byBytes.toString(), "") : type(byBytes);
    }

    /**
     * Returns whether the bytes determine the type, so that no valid document of another type starts with them. They do
     * not if a PDF follows, if the document may be a text that starts with a magic number by chance, or if the name
     * contradicts a short magic number.
     */
    private static boolean isCertain(MediaType byBytes, MediaType byName, byte[] head) throws IOException {
        if (byBytes.equals(MediaType.OCTET_STREAM)) {
            return false;
        }
        if (PDF_HEADER.matcher(new String(head, StandardCharsets.ISO_8859_1)).find()) {
            return byBytes.equals(MediaType.parse(PDF.mediaType));
        }
        boolean isNamed = !byName.equals(MediaType.OCTET_STREAM);
        boolean readsAsText = readsAsText(head);
        if (isText(byBytes)) {
            return readsAsText || isText(byName);
        }
        if (readsAsText && (isText(byName) || !isNamed)) {
            return false;
        }
        boolean agree = !isNamed || isInstance(byBytes, byName) || isInstance(byName, byBytes);
        return agree || listed(type(byBytes).mediaType()).isPresent() || !hasShortMagic(byBytes, head);
    }

    private static boolean hasShortMagic(MediaType byBytes, byte[] head) throws IOException {
        return byBytes(Arrays.copyOf(head, Math.min(head.length, MAX_SHORT_MAGIC)))
                .equals(byBytes);
    }

    /** Returns whether the bytes are without control characters, as texts are in every encoding based on ASCII. */
    private static boolean readsAsText(byte[] head) {
        for (byte value : head) {
            if (value >= 0 && value < ' ' && !Character.isWhitespace(value) && value != ESCAPE) {
                return false;
            }
        }
        return true;
    }

    private static boolean isText(MediaType type) {
        return isInstance(type, MediaType.TEXT_PLAIN);
    }

    private static boolean isInstance(MediaType type, MediaType general) {
        return Tika.TYPES.getMediaTypeRegistry().isInstanceOf(type, general);
    }

    private static MediaType byBytes(byte[] head) throws IOException {
        return Tika.TYPES.detect(new ByteArrayInputStream(head), new Metadata());
    }

    private static MediaType byName(String name) throws IOException {
        Metadata metadata = new Metadata();
        metadata.set(TikaCoreProperties.RESOURCE_NAME_KEY, name);
        return Tika.TYPES.detect(null, metadata);
    }

    private static DocumentType type(MediaType found) {
        String mediaType = Tika.TYPES.getMediaTypeRegistry().normalize(found).toString();
        String extension = registered(mediaType).getExtension();
        return listed(mediaType)
                .orElseGet(() -> new DocumentType(mediaType, extension.isEmpty() ? "" : extension.substring(1)));
    }

    private static MimeType registered(String mediaType) {
        try {
            return Tika.TYPES.forName(mediaType);
        } catch (MimeTypeException e) {
            throw new IllegalStateException("the type detector reported an unknown media type: " + mediaType, e);
        }
    }
}
