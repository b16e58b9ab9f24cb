/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.document;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MediaType;
import org.apache.tika.mime.MediaTypeRegistry;
import org.apache.tika.mime.MimeTypeException;
import org.apache.tika.mime.MimeTypes;

/** Tells a document's type by its bytes; the name only says which of the things that a container or a text may be. */
final class TypeDetector {
    private static final MediaType ZIP = MediaType.application("zip");
    private static final Set<MediaType> CONTAINERS =
            Set.of(ZIP, MediaType.application("x-tika-ooxml"), MediaType.application("x-tika-msoffice"));

    private final MimeTypes types = MimeTypes.getDefaultMimeTypes();
    private final MediaTypeRegistry registry = types.getMediaTypeRegistry();

    /** How many of the first bytes are worth having. */
    int headLength() {
        return types.getMinLength();
    }

    DocumentType detect(byte[] head, Optional<String> name) throws IOException {
        InputStream bytes = new ByteArrayInputStream(head);
        MediaType byBytes = types.detect(bytes, new Metadata());
        if (byBytes.equals(MediaType.OCTET_STREAM)) {
            return undetermined(byBytes);
        }
        if (!CONTAINERS.contains(byBytes) && !isText(byBytes)) {
            return type(byBytes);
        }
        if (registry.isInstanceOf(byBytes, ZIP) && extension(name).equals(DocumentType.OFD.extension())) {
            return DocumentType.OFD;
        }
        MediaType byName = name.isPresent() ? byName(name.get()) : MediaType.OCTET_STREAM;
        if (registry.isInstanceOf(byName, byBytes)) {
            return type(byName);
        }
        return CONTAINERS.contains(byBytes) ? undetermined(byBytes) : type(byBytes);
    }

    /**
     * Whether a document of the one type may be taken for the other: it is that, or a kind of it, or a container whose
     * content is not known and may be it.
     */
    boolean mayBe(DocumentType detected, DocumentType accepted) {
        MediaType found = MediaType.parse(detected.mediaType());
        MediaType wanted = MediaType.parse(accepted.mediaType());
        return registry.isInstanceOf(found, wanted)
                || detected.extension().isEmpty() && registry.isInstanceOf(wanted, found);
    }

    private boolean isText(MediaType type) {
        return registry.isInstanceOf(type, MediaType.TEXT_PLAIN);
    }

    private MediaType byName(String name) throws IOException {
        Metadata metadata = new Metadata();
        metadata.set(TikaCoreProperties.RESOURCE_NAME_KEY, name);
        return types.detect(null, metadata);
    }

    private static String extension(Optional<String> name) {
        return name.map(text -> text.substring(text.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT))
                .orElse("");
    }

    private static DocumentType undetermined(MediaType found) {
        return new DocumentType(found.toString(), "");
    }

    private DocumentType type(MediaType found) {
        String mediaType = registry.normalize(found).toString();
        return DocumentType.listed(mediaType).orElseGet(() -> new DocumentType(mediaType, usualExtension(mediaType)));
    }

    private String usualExtension(String mediaType) {
        try {
            String extension = types.forName(mediaType).getExtension();
            return extension.isEmpty() ? "" : extension.substring(1);
        } catch (MimeTypeException e) {
            throw new IllegalStateException("the detector found a type that it does not know: " + mediaType, e);
        }
    }
}
