/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance.network;

import java.util.Locale;

/** Behavior of the TLS port in a handshake. */
public enum TlsState {
    /** A certificate for its address, which callers trust. */
    TRUSTED,
    /** An expired certificate for its address. */
    EXPIRED,
    /** A certificate for another host. */
    OTHER_HOST,
    /** A self-signed certificate that no authority has issued. */
    UNTRUSTED,
    /** A response without TLS. */
    PLAIN,
    /** No response until the caller times out. */
    SILENT,
    /** The connection is reset during the handshake. */
    RESET;

    /** Returns a name for reports, such as {@code certificate expired}; empty for {@link #TRUSTED}. */
    public String label() {
        String words = name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return switch (this) {
            case TRUSTED -> "";
            case EXPIRED, OTHER_HOST, UNTRUSTED -> "certificate " + words;
            case PLAIN, SILENT, RESET -> "handshake " + words;
        };
    }

    /** Returns true if the port sends a certificate. */
    boolean hasCertificate() {
        return switch (this) {
            case TRUSTED, EXPIRED, OTHER_HOST, UNTRUSTED -> true;
            case PLAIN, SILENT, RESET -> false;
        };
    }

    /** Returns the alias of its certificate in the key store. */
    String alias() {
        return name().toLowerCase(Locale.ROOT);
    }
}
