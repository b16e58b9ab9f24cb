/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLServerSocket;
import org.apache.camel.CamelContext;
import org.apache.camel.support.jsse.KeyManagersParameters;
import org.apache.camel.support.jsse.KeyStoreParameters;
import org.apache.camel.support.jsse.SSLContextParameters;
import org.apache.camel.support.jsse.TrustManagersParameters;

/** Self-signed certificates of servers, and TLS settings with them. */
public final class TestCertificates {
    /** Of the key store and of its key. */
    public static final String PASSWORD = "changeit";

    public static final String ALIAS = "server";

    private TestCertificates() {}

    /**
     * Creates a PKCS #12 key store with a key and its certificate.
     *
     * @param name the name of the server as the certificate has it, such as {@code ip:127.0.0.1} or {@code dns:localhost}
     * @param more further options of keytool; without any, the alias is {@link #ALIAS}
     */
    public static void create(Path store, String name, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=server",
                "-ext",
                "SAN=" + name,
                "-ext",
                "bc:critical",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString()));
        command.addAll(more.length == 0 ? List.of("-alias", ALIAS) : List.of(more));
        Process keytool = new ProcessBuilder(command).inheritIO().start();
        int exitCode = keytool.waitFor();
        if (exitCode != 0) {
            throw new IOException("keytool exited with " + exitCode);
        }
    }

    /** Returns settings that trust the certificates of a key store. */
    public static SSLContextParameters trusting(Path store) {
        TrustManagersParameters trust = new TrustManagersParameters();
        trust.setKeyStore(keyStore(store));
        SSLContextParameters parameters = new SSLContextParameters();
        parameters.setTrustManagers(trust);
        return parameters;
    }

    /** Returns a listening socket with a key of a key store. */
    public static SSLServerSocket listener(CamelContext context, Path store, String alias) throws Exception {
        KeyManagersParameters keys = new KeyManagersParameters();
        keys.setKeyStore(keyStore(store));
        keys.setKeyPassword(PASSWORD);
        SSLContextParameters parameters = new SSLContextParameters();
        parameters.setKeyManagers(keys);
        parameters.setCertAlias(alias);
        return (SSLServerSocket) parameters
                .createSSLContext(context)
                .getServerSocketFactory()
                .createServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    private static KeyStoreParameters keyStore(Path store) {
        KeyStoreParameters parameters = new KeyStoreParameters();
        parameters.setResource(store.toUri().toString());
        parameters.setType("PKCS12");
        parameters.setPassword(PASSWORD);
        return parameters;
    }
}
