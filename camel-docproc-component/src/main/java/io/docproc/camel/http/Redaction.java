/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Masks secrets in what others have written: an answer, or a gateway's error page, may echo what it was sent. */
public final class Redaction {
    /** Masks nothing. */
    public static final Redaction NONE = new Redaction(List.of());

    private static final String MASK = "xxxxxx";
    /** Anything shorter stands in ordinary text by chance: masking it would hide words and protect nothing. */
    private static final int SHORTEST = 4;

    private final List<String> secrets;

    private Redaction(List<String> secrets) {
        this.secrets = secrets;
    }

    /** The same redaction, of one more secret; a secret of fewer than four characters is left out. */
    public Redaction and(String secret) {
        if (secret.length() < SHORTEST) {
            return this;
        }
        return new Redaction(Stream.concat(secrets.stream(), Stream.of(secret))
                .sorted(Comparator.comparingInt(String::length).reversed())
                .toList());
    }

    /** A text with every secret masked. */
    public String apply(String text) {
        String masked = text;
        for (String secret : secrets) {
            masked = masked.replace(secret, MASK);
        }
        return masked;
    }

    /** A cause that can be shown: the given one, or a stand-in for it when it quotes a secret. */
    public Exception apply(Exception cause) {
        for (Throwable one = cause; one != null; one = one.getCause()) {
            String text = one.toString();
            if (!apply(text).equals(text)) {
                IOException standIn = new IOException(apply(cause.toString()));
                standIn.setStackTrace(cause.getStackTrace());
                return standIn;
            }
        }
        return cause;
    }
}
