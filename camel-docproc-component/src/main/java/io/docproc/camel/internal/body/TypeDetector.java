/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MediaType;
import org.apache.tika.mime.MediaTypeRegistry;
import org.apache.tika.mime.MimeType;
import org.apache.tika.mime.MimeTypeException;
import org.apache.tika.mime.MimeTypes;

/**
 * Detects a document's type by its bytes. The file name is only used to distinguish the types that a container or a
 * text may have. Thread-safe.
 */
final class TypeDetector {
    private static final MediaType ZIP = MediaType.application("zip");
    private static final Set<MediaType> CONTAINERS =
            Set.of(ZIP, MediaType.application("x-tika-ooxml"), MediaType.application("x-tika-msoffice"));

    /**
     * Unambiguous first bytes of common types. Tika detects all other types, which takes longer because it tries
     * hundreds of patterns.
     */
    private static final Map<DocumentType, List<Integer>> SIGNATURES = Map.of(
            DocumentType.JPEG, List.of(0xFF, 0xD8, 0xFF),
            DocumentType.PNG, List.of(0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A),
            DocumentType.PDF, List.of(0x25, 0x50, 0x44, 0x46, 0x2D));

    private static final int MAX_SIGNATURE_LENGTH = 8;

    /** Maximum length of a magic number that other documents may start with by chance, for example {@code MZ}. */
    private static final int MAX_SHORT_MAGIC = 4;

    /** First character of the escape sequences in ISO 2022 texts. */
    private static final int ESCAPE = 0x1B;

    /** Holder that loads Tika on first use. Routes that process only JPEG, PNG or PDF documents never load it. */
    private static final class Tika {
        private static final MimeTypes TYPES = MimeTypes.getDefaultMimeTypes();
        private static final MediaTypeRegistry REGISTRY = TYPES.getMediaTypeRegistry();
        private static final MimeType PDF = registered(DocumentType.PDF.mediaType());
    }

    /** Reads as many of the first bytes as the detection needs. */
    byte[] head(InputStream start) throws IOException {
        byte[] signature = start.readNBytes(MAX_SIGNATURE_LENGTH);
        if (bySignature(signature).isPresent()) {
            return signature;
        }
        byte[] head = Arrays.copyOf(signature, Tika.TYPES.getMinLength());
        int more = start.readNBytes(head, signature.length, head.length - signature.length);
        return Arrays.copyOf(head, signature.length + more);
    }

    DocumentType detect(byte[] head, Optional<String> name) throws IOException {
        Optional<DocumentType> type = bySignature(head);
        return type.isPresent() ? type.get() : byTika(head, name);
    }

    private static Optional<DocumentType> bySignature(byte[] head) {
        return SIGNATURES.entrySet().stream()
                .filter(type -> matches(type.getValue(), head))
                .map(Map.Entry::getKey)
                .findFirst();
    }

    private static boolean matches(List<Integer> signature, byte[] head) {
        return head.length >= signature.size()
                && IntStream.range(0, signature.size())
                        .allMatch(index -> Byte.toUnsignedInt(head[index]) == signature.get(index));
    }

    private DocumentType byTika(byte[] head, Optional<String> name) throws IOException {
        MediaType byBytes = byBytes(head);
        MediaType byName = name.isPresent() ? byName(name.get()) : MediaType.OCTET_STREAM;
        boolean isContainer = CONTAINERS.contains(byBytes);
        if (!isContainer && !isCertain(byBytes, byName, head)) {
            return undetermined(MediaType.OCTET_STREAM);
        }
        if (isContainer && isInstance(byBytes, ZIP) && extension(name).equals(DocumentType.OFD.extension())) {
            return DocumentType.OFD;
        }
        if ((isContainer || isText(byBytes)) && isInstance(byName, byBytes)) {
            return type(byName);
        }
        return isContainer ? undetermined(byBytes) : type(byBytes);
    }

    /**
     * Returns whether the bytes determine the type, so that no valid document of another type starts with them. They do
     * not if a PDF follows, if the document may be a text that starts with a magic number by chance, or if the name
     * contradicts a short magic number.
     */
    private boolean isCertain(MediaType byBytes, MediaType byName, byte[] head) throws IOException {
        if (byBytes.equals(MediaType.OCTET_STREAM)) {
            return false;
        }
        if (Tika.PDF.matchesMagic(head)) {
            return byBytes.equals(Tika.PDF.getType());
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
        return agree || isListed(byBytes) || !hasShortMagic(byBytes, head);
    }

    private boolean hasShortMagic(MediaType byBytes, byte[] head) throws IOException {
        return byBytes(Arrays.copyOf(head, Math.min(head.length, MAX_SHORT_MAGIC)))
                .equals(byBytes);
    }

    /** Returns whether the bytes are without control characters, as texts are in every encoding based on ASCII. */
    private static boolean readsAsText(byte[] head) {
        return IntStream.range(0, head.length)
                .map(index -> head[index])
                .noneMatch(value -> value >= 0 && value < ' ' && !Character.isWhitespace(value) && value != ESCAPE);
    }

    /**
     * Returns whether a document of the detected type may be of the accepted type. This is the case if its type is the
     * same or a subtype, or if its type is undetermined and the accepted type is a subtype of it.
     */
    boolean mayBe(DocumentType detected, DocumentType accepted) {
        MediaType found = MediaType.parse(detected.mediaType());
        MediaType wanted = MediaType.parse(accepted.mediaType());
        return isInstance(found, wanted) || detected.extension().isEmpty() && isInstance(wanted, found);
    }

    private static boolean isText(MediaType type) {
        return isInstance(type, MediaType.TEXT_PLAIN);
    }

    private static boolean isInstance(MediaType type, MediaType general) {
        return Tika.REGISTRY.isInstanceOf(type, general);
    }

    private static boolean isListed(MediaType type) {
        return DocumentType.listed(Tika.REGISTRY.normalize(type).toString()).isPresent();
    }

    private MediaType byBytes(byte[] head) throws IOException {
        return Tika.TYPES.detect(new ByteArrayInputStream(head), new Metadata());
    }

    private MediaType byName(String name) throws IOException {
        Metadata metadata = new Metadata();
        metadata.set(TikaCoreProperties.RESOURCE_NAME_KEY, name);
        return Tika.TYPES.detect(null, metadata);
    }

    private static String extension(Optional<String> name) {
        return name.map(text -> text.substring(text.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT))
                .orElse("");
    }

    private static DocumentType undetermined(MediaType found) {
        return new DocumentType(found.toString(), "");
    }

    private DocumentType type(MediaType found) {
        String mediaType = Tika.REGISTRY.normalize(found).toString();
        return DocumentType.listed(mediaType).orElseGet(() -> new DocumentType(mediaType, usualExtension(mediaType)));
    }

    private static String usualExtension(String mediaType) {
        String extension = registered(mediaType).getExtension();
        return extension.isEmpty() ? "" : extension.substring(1);
    }

    private static MimeType registered(String mediaType) {
        try {
            return Tika.TYPES.forName(mediaType);
        } catch (MimeTypeException e) {
            throw new IllegalStateException("the type detector reported an unknown media type: " + mediaType, e);
        }
    }
}
