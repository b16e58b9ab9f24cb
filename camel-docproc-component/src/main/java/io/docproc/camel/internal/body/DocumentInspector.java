/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Locale;
import java.util.Optional;

/**
 * Checks a document before a call is billed: its size, its type by content, and the dimensions of an image (interface
 * document, Limits). A document whose properties cannot be determined passes, and the service decides. Thread-safe.
 */
public final class DocumentInspector {
    /** Number of bytes read ahead from a one-shot stream. An image header is usually shorter. */
    private static final int HEAD_BYTES = 256 * 1024;

    private final TypeDetector detector = new TypeDetector();

    /**
     * Returns the checked document, to be sent instead of the given one. It has a detected type. If its length is
     * unknown, its stream throws the exception for code 40302 as soon as it has read too many bytes. A one-shot stream
     * is still read from its first byte. If the check fails, the document is closed.
     *
     * @param operation the operation that sends the document, for messages
     * @throws DocprocDocumentException with code 40301 for an image of a type that is not accepted, 40302 for too many
     *     bytes, 40303 for another type that is not accepted, 40304 for too few or too many pixels, 40305 for 0 bytes,
     *     and without a code if the document cannot be read
     */
    public Document check(Document document, DocumentRules rules, String operation) {
        return new Check(document, rules, operation).checked();
    }

    private final class Check {
        private final Document input;
        private final DocumentRules rules;
        private final String operation;

        Check(Document input, DocumentRules rules, String operation) {
            this.input = input;
            this.rules = rules;
            this.operation = operation;
        }

        Document checked() {
            try {
                return inspect();
            } catch (IOException e) {
                ServiceFailure unreadable = ServiceFailure.local(operation, 0, e.getMessage());
                throw afterClosing(new DocprocDocumentException(unreadable, e));
            } catch (RuntimeException e) {
                throw afterClosing(e);
            }
        }

        private Document inspect() throws IOException {
            requireSize(input);
            Document document = input instanceof OneShotDocument oneShot ? oneShot.peeked(HEAD_BYTES) : input;
            DocumentType type;
            try (InputStream start = start(document)) {
                byte[] head = detector.head(start);
                type = requireType(document, head);
                if (type.isImage() && rules.imageLimits().present()) {
                    requireImage(new SequenceInputStream(new ByteArrayInputStream(head), start), type);
                }
            }
            return new CheckedDocument(document, type, rules.maxBytes(), () -> tooLarge("more bytes"));
        }

        private void requireSize(Document document) {
            if (document.length().orElse(0) > rules.maxBytes()) {
                throw tooLarge(document.length().getAsLong() + " bytes");
            }
        }

        private DocumentType requireType(Document document, byte[] head) throws IOException {
            if (head.length == 0) {
                throw ErrorCode.FILE_MISSING.refusal(operation, subject() + " has 0 bytes");
            }
            DocumentType type = detector.detect(head, document.name());
            boolean isAccepted = rules.acceptedTypes().isEmpty()
                    || rules.acceptedTypes().contains(type)
                    || rules.acceptedTypes().stream().anyMatch(accepted -> detector.mayBe(type, accepted));
            if (!isAccepted) {
                throw wrongType(type, "has the type " + type);
            }
            return type;
        }

        private void requireImage(InputStream bytes, DocumentType type) throws IOException {
            Optional<ImageHeader> header = ImageHeader.read(type, bytes);
            if (header.isEmpty()) {
                return;
            }
            ImageHeader image = header.get();
            if (image.animated()) {
                throw wrongType(type, "is an animated gif, which has several frames");
            }
            rules.imageLimits().violation(image).ifPresent(allowed -> {
                String problem = String.format(
                        Locale.ROOT, "%s has %d x %d pixels; %s", subject(), image.width(), image.height(), allowed);
                throw ErrorCode.DIMENSIONS_INVALID.refusal(operation, problem);
            });
        }

        private static InputStream start(Document document) throws IOException {
            return document instanceof OneShotDocument oneShot ? oneShot.head() : document.open();
        }

        private DocprocException wrongType(DocumentType type, String problem) {
            return rules.refusalFor(type)
                    .refusal(
                            operation,
                            subject() + " " + problem + "; accepted types are " + rules.acceptedExtensions());
        }

        private DocprocException tooLarge(String problem) {
            return ErrorCode.FILE_TOO_LARGE.refusal(
                    operation, subject() + " has " + problem + "; accepted are at most " + rules.maxBytes() + " bytes");
        }

        private String subject() {
            return input.name().map(name -> "the document " + name).orElse("the document");
        }

        private RuntimeException afterClosing(RuntimeException refusal) {
            try {
                input.close();
            } catch (IOException e) {
                refusal.addSuppressed(e);
            }
            return refusal;
        }
    }
}
