/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.camel.util.ObjectHelper;

/** What to do about a failed TLS handshake. */
public final class TlsAdvice {
    private TlsAdvice() {}

    /** Returns the advice for a failure; empty if no TLS handshake has failed. */
    public static Optional<String> of(Throwable failure) {
        List<Throwable> causes = new ArrayList<>();
        ObjectHelper.createExceptionIterable(failure).forEach(causes::add);
        if (causes.stream().noneMatch(SSLException.class::isInstance)) {
            return Optional.empty();
        }
        String text = causes.toString().toLowerCase(Locale.ROOT);
        if (causes.stream().anyMatch(CertPathBuilderException.class::isInstance)) {
            return Optional.of(
                    "no CA certificate in the trust store signs the certificate of the server, or of the proxy in"
                            + " between; import the CA certificate into a trust store, and set sslContextParameters with it");
        }
        if (causes.stream().anyMatch(CertPathValidatorException.class::isInstance)) {
            return Optional.of(
                    "the certificate of the server, or its CA, is not valid now; renew it, or correct the clock of"
                            + " this machine");
        }
        if (causes.stream().anyMatch(SSLPeerUnverifiedException.class::isInstance)
                || text.contains("no name matching")) {
            return Optional.of("the certificate is for another host; set baseUrl to the host name in the certificate");
        }
        if (text.contains("unrecognized ssl message") || text.contains("plaintext connection")) {
            return Optional.of("the server does not speak TLS at this port; correct the port or the scheme of baseUrl");
        }
        if (causes.stream().noneMatch(SSLHandshakeException.class::isInstance)) {
            return Optional.empty();
        }
        return Optional.of(
                "the server and this client agree on no TLS version, cipher or certificate; check the server's"
                        + " requirements, such as a client certificate, and set sslContextParameters");
    }
}
