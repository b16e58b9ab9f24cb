/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.sftp;

import io.docproc.examples.support.DocumentServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.util.List;
import java.util.Map;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.file.virtualfs.VirtualFileSystemFactory;
import org.apache.sshd.common.keyprovider.KeyPairProvider;
import org.apache.sshd.server.SshServer;
import org.apache.sshd.server.keyprovider.SimpleGeneratorHostKeyProvider;
import org.apache.sshd.sftp.server.SftpSubsystemFactory;

/** SFTP server on the loopback interface. Its host key is generated once and stored with a {@code known_hosts} file. */
public final class LocalSftpServer {
    private LocalSftpServer() {}

    /**
     * Starts a server on a free port.
     *
     * @param data contains the folders {@code server} with the files and {@code state} with the host key
     */
    public static DocumentServer start(Path data) throws IOException, GeneralSecurityException {
        Path root = Files.createDirectories(DocumentServer.root(data));
        Path state = Files.createDirectories(data.resolve("state"));
        SimpleGeneratorHostKeyProvider hostKey = new SimpleGeneratorHostKeyProvider(state.resolve("host-key"));
        hostKey.setAlgorithm(KeyUtils.EC_ALGORITHM);
        SshServer server = SshServer.setUpDefaultServer();
        server.setHost(DocumentServer.HOST);
        server.setPort(0);
        server.setKeyPairProvider(hostKey);
        server.setPasswordAuthenticator((user, password, session) ->
                user.equals(DocumentServer.USER) && password.equals(DocumentServer.PASSWORD));
        server.setFileSystemFactory(new VirtualFileSystemFactory(root));
        server.setSubsystemFactories(List.of(new SftpSubsystemFactory()));
        server.start();
        Path knownHosts = Files.writeString(state.resolve("known_hosts"), knownHost(server.getPort(), hostKey));
        return DocumentServer.local(
                "sftp",
                server.getPort(),
                data,
                Map.of("sftp.knownHosts", knownHosts.toString()),
                () -> server.stop(true));
    }

    private static String knownHost(int port, KeyPairProvider hostKey) throws IOException, GeneralSecurityException {
        StringBuilder lines = new StringBuilder();
        for (KeyPair pair : hostKey.loadKeys(null)) {
            lines.append(
                    "[%s]:%d %s%n".formatted(DocumentServer.HOST, port, PublicKeyEntry.toString(pair.getPublic())));
        }
        return lines.toString();
    }
}
