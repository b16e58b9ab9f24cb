/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

/**
 * Tables of a repository, defined by the file {@code META-INF/docproc/<database>/<repository>.sql}.
 *
 * @param repository name of the file without its suffix
 */
public record RepositoryTables(String repository) {

    /**
     * Creates the tables and indexes that do not exist.
     *
     * @throws X if a table does not exist and cannot be created
     */
    public <X extends Exception> void createIn(Database<X> database) throws X {
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
