/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.error.ServiceFailure;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Masks secrets in texts of other systems, because a response, or a gateway's error page, may echo the request. Removes
 * their control characters, so that they forge no line of a log. Immutable.
 */
public final class Redaction {
    /** Masks no secret. */
    public static final Redaction NONE = new Redaction(List.of());

    private static final String MASK = "xxxxxx";
    private static final int MAX_QUOTATION = 2_000;
    /**
     * Minimum length of a secret in characters. A shorter one occurs in ordinary text by chance, so masking it would
     * only remove words.
     */
    private static final int MIN_SECRET_LENGTH = 4;

    private final List<String> secrets;

    private Redaction(List<String> secrets) {
        this.secrets = secrets;
    }

    /** Returns a redaction that also masks this secret. Ignores a secret of fewer than four characters. */
    public Redaction and(String secret) {
        if (secret.length() < MIN_SECRET_LENGTH) {
            return this;
        }
        return new Redaction(Stream.concat(secrets.stream(), Stream.of(secret))
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList());
    }

    /** Returns the text as a single line with every secret masked. */
    public String apply(String text) {
        String masked = ServiceFailure.singleLine(text);
        for (String secret : secrets) {
            masked = masked.replace(secret, MASK);
        }
        return masked;
    }

    /** Returns the beginning of the text with every secret masked, at most 2,000 characters, for a message. */
    public String quotation(String text) {
        String masked = apply(text);
        return masked.substring(0, Math.min(masked.length(), MAX_QUOTATION));
    }

    /**
     * Returns an exception without secrets and control characters: the cause itself, or an {@link IOException} with its
     * text by {@link #apply(String)} and its stack trace if the cause or one of its causes contains any.
     */
    public Exception apply(Exception cause) {
        for (Throwable one = cause; one != null; one = one.getCause()) {
            String text = one.toString();
            if (!apply(text).equals(text)) {
                IOException redacted = new IOException(apply(cause.toString()));
                redacted.setStackTrace(cause.getStackTrace());
                return redacted;
            }
        }
        return cause;
    }
}
