/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tables of a repository, defined by the file {@code META-INF/docproc/<database>/<repository>.sql}.
 *
 * @param repository name of the file without its suffix
 */
public record RepositoryTables(String repository) {

    private static final Logger LOG = LoggerFactory.getLogger(RepositoryTables.class);

    /**
     * Creates the tables and indexes that do not exist. Tries this once more after a failure, because a database such as H2
     * may fail statements while another node creates the same table.
     *
     * @throws X if a table does not exist and cannot be created
     */
    public <X extends Exception> void createIn(Database<X> database) throws X {
        try {
            createMissing(database);
        } catch (Exception e) {
            LOG.debug("The tables of {} are created in a second attempt", repository, e);
            createMissing(database);
        }
    }

    private <X extends Exception> void createMissing(Database<X> database) throws X {
        for (DatabaseTable table : DdlFile.read(repository, database.product()).tables()) {
            table.createIn(database);
        }
    }

    /**
     * Logs a warning for each index that does not exist, and creates nothing.
     *
     * @throws X if a table or a column does not exist
     */
    public <X extends Exception> void checkIn(Database<X> database) throws X {
        for (DatabaseTable table : DdlFile.read(repository, database.product()).tables()) {
            table.checkIn(database);
        }
    }
}
