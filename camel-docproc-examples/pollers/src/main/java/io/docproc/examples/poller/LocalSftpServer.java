/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

/**
 * An SFTP server that only this machine reaches, with the files below the folder {@code server}. Its host key is made
 * once and kept, and stands in a {@code known_hosts} file, as it would for a server that was visited before.
 */
final class LocalSftpServer implements DocumentServer {
    private static final String LOOPBACK = "127.0.0.1";
    private static final String USER = "docproc";
    private static final String PASSWORD = "local-password";

    private final Inbox inbox;
    private final Path knownHosts;
    private final SshServer server;

    private LocalSftpServer(Inbox inbox, Path knownHosts, SshServer server) {
        this.inbox = inbox;
        this.knownHosts = knownHosts;
        this.server = server;
    }

    /** Starts a server on a free port. */
    static LocalSftpServer start(Path home) throws IOException {
        Path root = Files.createDirectories(home.resolve("server"));
        Path state = Files.createDirectories(home.resolve("state"));
        SimpleGeneratorHostKeyProvider hostKey = new SimpleGeneratorHostKeyProvider(state.resolve("host-key"));
        hostKey.setAlgorithm(KeyUtils.EC_ALGORITHM);
        SshServer server = SshServer.setUpDefaultServer();
        server.setHost(LOOPBACK);
        server.setPort(0);
        server.setKeyPairProvider(hostKey);
        server.setPasswordAuthenticator((user, password, session) -> user.equals(USER) && password.equals(PASSWORD));
        server.setFileSystemFactory(new VirtualFileSystemFactory(root));
        server.setSubsystemFactories(List.of(new SftpSubsystemFactory()));
        server.start();
        Path knownHosts = Files.writeString(state.resolve("known_hosts"), knownHost(server.getPort(), hostKey));
        return new LocalSftpServer(new Inbox(root.resolve("inbox")), knownHosts, server);
    }

    private static String knownHost(int port, KeyPairProvider hostKey) throws IOException {
        StringBuilder lines = new StringBuilder();
        for (KeyPair pair : keys(hostKey)) {
            lines.append("[%s]:%d %s%n".formatted(LOOPBACK, port, PublicKeyEntry.toString(pair.getPublic())));
        }
        return lines.toString();
    }

    private static Iterable<KeyPair> keys(KeyPairProvider hostKey) throws IOException {
        try {
            return hostKey.loadKeys(null);
        } catch (java.security.GeneralSecurityException e) {
            throw new IOException("The host key cannot be made: " + e.getMessage(), e);
        }
    }

    @Override
    public String address() {
        return "SFTP server at sftp://" + LOOPBACK + ":" + server.getPort() + "/inbox, files in " + inbox.folder();
    }

    @Override
    public Map<String, String> properties() {
        return Map.of(
                "sftp.host",
                LOOPBACK,
                "sftp.port",
                String.valueOf(server.getPort()),
                "sftp.user",
                USER,
                "sftp.password",
                PASSWORD,
                "sftp.knownHosts",
                knownHosts.toString(),
                "sftp.folder",
                "inbox");
    }

    @Override
    public boolean isNew() {
        return inbox.isNew();
    }

    @Override
    public void put(Map<String, Path> documents) throws IOException {
        inbox.put(documents);
    }

    @Override
    public List<WaitingDocument> waiting() throws IOException {
        return inbox.waiting();
    }

    @Override
    public void close() {
        try {
            server.stop(true);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
