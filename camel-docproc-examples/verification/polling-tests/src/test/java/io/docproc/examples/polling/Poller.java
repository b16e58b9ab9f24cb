/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.polling;

import io.docproc.examples.support.PollingRun;
import java.util.Locale;

/** The examples under test. */
enum Poller {
    FILE(io.docproc.examples.file.Main.EXAMPLE, io.docproc.examples.file.Main.class),
    FTP(io.docproc.examples.ftp.Main.EXAMPLE, io.docproc.examples.ftp.Main.class),
    SFTP(io.docproc.examples.sftp.Main.EXAMPLE, io.docproc.examples.sftp.Main.class);

    private final PollingRun.Example example;
    private final Class<?> main;

    Poller(PollingRun.Example example, Class<?> main) {
        this.example = example;
        this.main = main;
    }

    PollingRun.Example example() {
        return example;
    }

    Class<?> main() {
        return main;
    }

    /** Returns the prefix of the properties of its server. */
    String scheme() {
        return name().toLowerCase(Locale.ROOT);
    }
}
