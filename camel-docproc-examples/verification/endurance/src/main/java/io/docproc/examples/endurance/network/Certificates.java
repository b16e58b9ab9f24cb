/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance.network;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.apache.camel.support.jsse.KeyStoreParameters;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.jsse.TrustManagersParameters;

/**
 * Certificates for one run, made with the JDK's keytool: of an authority that callers trust, and of servers.
 *
 * @param folder where they are
 */
public record Certificates(Path folder) {
    private static final String PASSWORD = "changeit";
    private static final String AUTHORITY = "authority";
    private static final String HERE = "SAN=ip:127.0.0.1";

    /** Makes them in an existing folder. */
    public static Certificates make(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        Certificates made = new Certificates(folder);
        made.key(AUTHORITY, "-ext", "bc:c");
        made.key(TlsState.TRUSTED.alias(), "-signer", AUTHORITY, "-ext", HERE);
        made.key(TlsState.EXPIRED.alias(), "-signer", AUTHORITY, "-ext", HERE, "-startdate", "-10d", "-validity", "5");
        made.key(TlsState.OTHER_HOST.alias(), "-signer", AUTHORITY, "-ext", "SAN=dns:elsewhere.example");
        made.key(TlsState.UNTRUSTED.alias(), "-ext", HERE);
        KeyStore trust = empty();
        trust.setCertificateEntry(AUTHORITY, made.keys().getCertificate(AUTHORITY));
        try (OutputStream out = Files.newOutputStream(made.trustFile())) {
            trust.store(out, PASSWORD.toCharArray());
        }
        return made;
    }

    private void key(String alias, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-dname",
                "CN=" + alias,
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                keyFile().toString()));
        command.addAll(List.of(more));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output;
        try (InputStream said = keytool.getInputStream()) {
            output = new String(said.readAllBytes(), Charset.defaultCharset());
        }
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool: " + output);
        }
    }

    /** The TLS of a server that shows the certificate of this state. */
    SSLContext server(TlsState state) throws IOException, GeneralSecurityException {
        KeyStore one = empty();
        KeyStore.PasswordProtection password = new KeyStore.PasswordProtection(PASSWORD.toCharArray());
        one.setEntry(state.alias(), keys().getEntry(state.alias(), password), password);
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(one, PASSWORD.toCharArray());
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys.getKeyManagers(), null, null);
        return context;
    }

    /** Returns the TLS parameters of a caller that trusts only the authority. */
    public SSLContextParameters caller() {
        KeyStoreParameters store = new KeyStoreParameters();
        store.setResource(trustFile().toUri().toString());
        store.setType("PKCS12");
        store.setPassword(PASSWORD);
        TrustManagersParameters trust = new TrustManagersParameters();
        trust.setKeyStore(store);
        SSLContextParameters parameters = new SSLContextParameters();
        parameters.setTrustManagers(trust);
        return parameters;
    }

    private KeyStore keys() throws IOException, GeneralSecurityException {
        return KeyStore.getInstance(keyFile().toFile(), PASSWORD.toCharArray());
    }

    private static KeyStore empty() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private Path keyFile() {
        return folder.resolve("servers.p12");
    }

    private Path trustFile() {
        return folder.resolve("trusted.p12");
    }
}
