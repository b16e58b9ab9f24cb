/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.document;

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

    /** Holder that loads Tika on first use. Routes that process only JPEG, PNG or PDF documents never load it. */
    private static final class Tika {
        private static final MimeTypes TYPES = MimeTypes.getDefaultMimeTypes();
        private static final MediaTypeRegistry REGISTRY = TYPES.getMediaTypeRegistry();
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
        InputStream bytes = new ByteArrayInputStream(head);
        MediaType byBytes = Tika.TYPES.detect(bytes, new Metadata());
        if (byBytes.equals(MediaType.OCTET_STREAM)) {
            return undetermined(byBytes);
        }
        if (!CONTAINERS.contains(byBytes) && !isText(byBytes)) {
            return type(byBytes);
        }
        if (Tika.REGISTRY.isInstanceOf(byBytes, ZIP) && extension(name).equals(DocumentType.OFD.extension())) {
            return DocumentType.OFD;
        }
        MediaType byName = name.isPresent() ? byName(name.get()) : MediaType.OCTET_STREAM;
        if (Tika.REGISTRY.isInstanceOf(byName, byBytes)) {
            return type(byName);
        }
        return CONTAINERS.contains(byBytes) ? undetermined(byBytes) : type(byBytes);
    }

    /**
     * Returns whether a document of the detected type may be of the accepted type. This is the case if its type is the
     * same or a subtype, or if its type is undetermined and the accepted type is a subtype of it.
     */
    boolean mayBe(DocumentType detected, DocumentType accepted) {
        MediaType found = MediaType.parse(detected.mediaType());
        MediaType wanted = MediaType.parse(accepted.mediaType());
        return Tika.REGISTRY.isInstanceOf(found, wanted)
                || detected.extension().isEmpty() && Tika.REGISTRY.isInstanceOf(wanted, found);
    }

    private boolean isText(MediaType type) {
        return Tika.REGISTRY.isInstanceOf(type, MediaType.TEXT_PLAIN);
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

    private String usualExtension(String mediaType) {
        try {
            String extension = Tika.TYPES.forName(mediaType).getExtension();
            return extension.isEmpty() ? "" : extension.substring(1);
        } catch (MimeTypeException e) {
            throw new IllegalStateException("the type detector reported an unknown media type: " + mediaType, e);
        }
    }
}
