/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller;

import io.docproc.examples.poller.s3.S3Run;
import io.docproc.examples.support.InvalidSettingException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The examples that take documents from a server: each has its routes, its server and its samples. */
public enum Poller {
    /** Photos in a folder are cropped. */
    FILE("file-crop", FolderServer::new, List.of("folder"), "photos/{invoice,receipt}-*"),
    /** Fields are extracted from documents on an FTP server. */
    FTP("ftp-extract", LocalFtpServer::start, List.of("host", "port", "user", "folder"), "documents/*"),
    /** Photos on an SFTP server are cropped, then fields are extracted from them and from documents. */
    SFTP(
            "sftp-crop-extract",
            LocalSftpServer::start,
            List.of("host", "port", "user", "folder", "knownHosts"),
            "{photos/letter-*,documents/*}");

    private final String routes;
    private final ServerStart server;
    private final List<String> serverProperties;
    private final String samples;

    /** Starts a server that keeps all that it has to keep in a folder. */
    interface ServerStart {
        DocumentServer start(Path home) throws IOException;
    }

    Poller(String routes, ServerStart server, List<String> serverProperties, String samples) {
        this.routes = routes;
        this.server = server;
        this.serverProperties = serverProperties;
        this.samples = samples;
    }

    /** Starts the server, with its files and its state in a folder. */
    DocumentServer serve(Path home) throws IOException {
        return server.start(home);
    }

    /** What the routes have to be told of a server, besides its password: {@code host} for {@code ftp.host}. */
    List<String> serverProperties() {
        return serverProperties;
    }

    /** The Camel resource of the routes in a language, {@code yaml} or {@code xml}. */
    String routes(String language) {
        return "classpath:routes/" + routes + "." + language;
    }

    /** Which of the samples are put on the server, as a glob. */
    String samples() {
        return samples;
    }

    /** Returns the name on the command line. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the example of a name.
     *
     * @throws InvalidSettingException if there is none
     */
    static Poller of(String id) throws InvalidSettingException {
        return Arrays.stream(values())
                .filter(poller -> poller.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new InvalidSettingException("'" + id + "' is no example; -Dexec.args= takes one of "
                        + Arrays.stream(values()).map(Poller::id).collect(Collectors.joining(", "))
                        + ", " + S3Run.ID));
    }
}
