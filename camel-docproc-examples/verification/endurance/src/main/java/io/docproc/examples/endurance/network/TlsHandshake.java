/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance.network;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.EnumMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** Server side of the TLS handshake, in configurable states. */
final class TlsHandshake implements Relay.Handshake {
    private final Map<TlsState, SSLContext> contexts = new EnumMap<>(TlsState.class);
    private volatile TlsState state = TlsState.TRUSTED;

    TlsHandshake(Certificates certificates) throws IOException, GeneralSecurityException {
        for (TlsState each : TlsState.values()) {
            if (each.hasCertificate()) {
                contexts.put(each, certificates.server(each));
            }
        }
    }

    void set(TlsState next) {
        state = next;
    }

    @Override
    public Socket perform(Socket wire) throws IOException {
        TlsState now = state;
        return switch (now) {
            case TRUSTED, EXPIRED, OTHER_HOST, UNTRUSTED -> handshake(contexts.get(now), wire);
            case PLAIN -> {
                wire.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                throw new IOException("the port has no TLS");
            }
            case SILENT -> {
                wire.getInputStream().transferTo(OutputStream.nullOutputStream());
                throw new IOException("the caller has timed out");
            }
            case RESET -> {
                wire.getInputStream().read();
                wire.setSoLinger(true, 0);
                throw new IOException("the handshake is reset");
            }
        };
    }

    /** The relay does the handshake, so that the service sees no connection of a caller that rejects the certificate. */
    private static Socket handshake(SSLContext context, Socket wire) throws IOException {
        SSLSocket secured = (SSLSocket) context.getSocketFactory().createSocket(wire, null, wire.getPort(), true);
        secured.setUseClientMode(false);
        secured.startHandshake();
        return secured;
    }
}
