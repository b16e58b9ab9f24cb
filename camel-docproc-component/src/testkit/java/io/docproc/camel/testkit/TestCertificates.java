/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.io.IOException;
import java.nio.file.Path;

/** Self-signed certificates of servers. */
public final class TestCertificates {
    /** Of the key store and of its key. */
    public static final String PASSWORD = "changeit";

    public static final String ALIAS = "server";

    private TestCertificates() {}

    /**
     * Creates a PKCS #12 key store with a key and its certificate.
     *
     * @param name the name of the server as the certificate has it, such as {@code ip:127.0.0.1} or {@code dns:localhost}
     */
    public static void create(Path store, String name) throws IOException, InterruptedException {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-J-XX:TieredStopAtLevel=1",
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=server",
                        "-ext",
                        "SAN=" + name,
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-alias",
                        ALIAS,
                        "-keystore",
                        store.toString())
                .inheritIO()
                .start();
        int exitCode = keytool.waitFor();
        if (exitCode != 0) {
            throw new IOException("keytool exited with " + exitCode);
        }
    }
}
