/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.ftp;

import io.docproc.examples.support.DocumentServer;
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

/** FTP server on the loopback interface. */
public final class LocalFtpServer {
    private LocalFtpServer() {}

    /**
     * Starts a server on a free port.
     *
     * @param data contains the folder {@code server} with the files
     */
    public static DocumentServer start(Path data) throws IOException, FtpException {
        Path root = Files.createDirectories(DocumentServer.root(data));
        FtpServerFactory factory = new FtpServerFactory();
        Listener listener = listener();
        factory.addListener("default", listener);
        factory.setUserManager(users(root));
        FtpServer server = factory.createServer();
        server.start();
        return DocumentServer.local("ftp", listener.getPort(), data, Map.of(), server::stop);
    }

    private static Listener listener() {
        DataConnectionConfigurationFactory data = new DataConnectionConfigurationFactory();
        data.setPassiveAddress(DocumentServer.HOST);
        ListenerFactory listener = new ListenerFactory();
        listener.setServerAddress(DocumentServer.HOST);
        listener.setPort(0);
        listener.setDataConnectionConfiguration(data.createDataConnectionConfiguration());
        return listener.createListener();
    }

    private static UserManager users(Path root) throws FtpException {
        BaseUser user = new BaseUser();
        user.setName(DocumentServer.USER);
        user.setPassword(DocumentServer.PASSWORD);
        user.setHomeDirectory(root.toString());
        user.setAuthorities(List.of(new WritePermission()));
        UserManager users = new PropertiesUserManagerFactory().createUserManager();
        users.save(user);
        return users;
    }
}
