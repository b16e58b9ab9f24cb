/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.ftpserver.DataConnectionConfigurationFactory;
import org.apache.ftpserver.FtpServer;
import org.apache.ftpserver.FtpServerFactory;
import org.apache.ftpserver.ftplet.FtpException;
import org.apache.ftpserver.ftplet.UserManager;
import org.apache.ftpserver.listener.Listener;
import org.apache.ftpserver.listener.ListenerFactory;
import org.apache.ftpserver.usermanager.PropertiesUserManagerFactory;
import org.apache.ftpserver.usermanager.impl.BaseUser;
import org.apache.ftpserver.usermanager.impl.WritePermission;

/** An FTP server that only this machine reaches, with the files below the folder {@code server}. */
final class LocalFtpServer implements DocumentServer {
    private static final String LOOPBACK = "127.0.0.1";
    private static final String USER = "docproc";
    private static final String PASSWORD = "local-password";

    private final Inbox inbox;
    private final FtpServer server;
    private final int port;

    private LocalFtpServer(Inbox inbox, FtpServer server, int port) {
        this.inbox = inbox;
        this.server = server;
        this.port = port;
    }

    /** Starts a server on a free port. */
    static LocalFtpServer start(Path home) throws IOException {
        Path root = Files.createDirectories(home.resolve("server"));
        try {
            FtpServerFactory factory = new FtpServerFactory();
            Listener listener = listener();
            factory.addListener("default", listener);
            factory.setUserManager(users(root));
            FtpServer server = factory.createServer();
            server.start();
            return new LocalFtpServer(new Inbox(root.resolve("inbox")), server, listener.getPort());
        } catch (FtpException e) {
            throw new IOException("The FTP server cannot start: " + e.getMessage(), e);
        }
    }

    private static Listener listener() {
        DataConnectionConfigurationFactory data = new DataConnectionConfigurationFactory();
        data.setPassiveAddress(LOOPBACK);
        ListenerFactory listener = new ListenerFactory();
        listener.setServerAddress(LOOPBACK);
        listener.setPort(0);
        listener.setDataConnectionConfiguration(data.createDataConnectionConfiguration());
        return listener.createListener();
    }

    private static UserManager users(Path root) throws FtpException {
        BaseUser user = new BaseUser();
        user.setName(USER);
        user.setPassword(PASSWORD);
        user.setHomeDirectory(root.toString());
        user.setAuthorities(List.of(new WritePermission()));
        UserManager users = new PropertiesUserManagerFactory().createUserManager();
        users.save(user);
        return users;
    }

    @Override
    public String address() {
        return "FTP server at ftp://" + LOOPBACK + ":" + port + "/inbox, files in " + inbox.folder();
    }

    @Override
    public Map<String, String> properties() {
        return Map.of(
                "ftp.host",
                LOOPBACK,
                "ftp.port",
                String.valueOf(port),
                "ftp.user",
                USER,
                "ftp.password",
                PASSWORD,
                "ftp.folder",
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
        server.stop();
    }
}
