/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance.network;

import java.util.Locale;

/** How the TLS port answers a handshake. */
public enum TlsState {
    /** With a certificate for its address, which callers trust. */
    TRUSTED,
    /** With a certificate for its address that expired days ago. */
    EXPIRED,
    /** With a certificate for another host. */
    OTHER_HOST,
    /** With a certificate that nobody vouches for. */
    UNTRUSTED,
    /** Without TLS. */
    PLAIN,
    /** Not at all, until the caller gives up. */
    SILENT,
    /** The connection is reset in the middle of it. */
    RESET;

    /** Its name for people, such as {@code certificate expired}; empty for the first. */
    public String label() {
        String words = name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return switch (this) {
            case TRUSTED -> "";
            case EXPIRED, OTHER_HOST, UNTRUSTED -> "certificate " + words;
            case PLAIN, SILENT, RESET -> "handshake " + words;
        };
    }

    /** Whether it shows a certificate. */
    boolean hasCertificate() {
        return switch (this) {
            case TRUSTED, EXPIRED, OTHER_HOST, UNTRUSTED -> true;
            case PLAIN, SILENT, RESET -> false;
        };
    }

    /** What its certificate is called in the key store. */
    String alias() {
        return name().toLowerCase(Locale.ROOT);
    }
}
