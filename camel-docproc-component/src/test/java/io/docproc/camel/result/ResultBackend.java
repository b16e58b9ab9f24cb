/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import io.docproc.camel.testkit.DatabaseServer;
import io.docproc.camel.testkit.ManualClock;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.WithoutAutoCommit;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Storage that the repositories of several nodes share, and its time. */
interface ResultBackend {

    /** Opens the repository of one node; the caller starts and stops it. */
    ResultRepository open();

    /** Advances the time of all nodes. */
    void advance(Duration duration);

    /** Returns how many bytes of contents are stored, committed or not. */
    long storedBytes();

    /** The kinds of storage. */
    enum Kind {
        DIRECTORY,
        H2,
        H2_WITHOUT_AUTOCOMMIT,
        POSTGRESQL,
        POSTGRESQL_WITHOUT_AUTOCOMMIT,
        MARIADB,
        MARIADB_WITHOUT_AUTOCOMMIT;

        ResultBackend create(Path directory) {
            return switch (this) {
                case DIRECTORY -> new Directory(directory.resolve("results"));
                case H2 -> new Database(MemoryDatabase.create());
                case H2_WITHOUT_AUTOCOMMIT -> new Database(new WithoutAutoCommit(MemoryDatabase.create()));
                case POSTGRESQL -> new Database(DatabaseServer.POSTGRESQL.newPool());
                case POSTGRESQL_WITHOUT_AUTOCOMMIT ->
                    new Database(new WithoutAutoCommit(DatabaseServer.POSTGRESQL.newPool()));
                case MARIADB -> new Database(DatabaseServer.MARIADB.newPool());
                case MARIADB_WITHOUT_AUTOCOMMIT ->
                    new Database(new WithoutAutoCommit(DatabaseServer.MARIADB.newPool()));
            };
        }
    }

    /** A directory. */
    record Directory(Path path, ManualClock clock) implements ResultBackend {
        Directory(Path path) {
            this(path, new ManualClock());
        }

        @Override
        public AbstractResultRepository open() {
            return new FileResultRepository(path, clock);
        }

        @Override
        public void advance(Duration duration) {
            clock.advance(duration);
        }

        @Override
        public long storedBytes() {
            return bytes(path, "*.{result,new}");
        }

        private static long bytes(Path directory, String glob) {
            long bytes = 0;
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, glob)) {
                for (Path file : files) {
                    // 0 if it has just been deleted
                    bytes += file.toFile().length();
                }
                return bytes;
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** A database. Its clock cannot be set, so all times in its rows become earlier. */
    record Database(DataSource dataSource) implements ResultBackend {
        @Override
        public AbstractResultRepository open() {
            return new JdbcResultRepository(dataSource);
        }

        @Override
        public void advance(Duration duration) {
            long millis = duration.toMillis();
            new TransactionTemplate(new DataSourceTransactionManager(dataSource)).executeWithoutResult(status -> {
                JdbcTemplate rows = new JdbcTemplate(dataSource);
                rows.update("UPDATE DOCPROC_RESULT SET CHANGED_AT = CHANGED_AT - ?", millis);
                rows.update(
                        "UPDATE DOCPROC_RESULT_LEASE SET EXPIRES_AT = EXPIRES_AT - ?, FIRST_AT = FIRST_AT - ?,"
                                + " LAST_AT = LAST_AT - ?",
                        millis,
                        millis,
                        millis);
            });
        }

        /** Returns when the only lease expires. */
        Instant leaseExpiry() {
            return Instant.ofEpochMilli(new JdbcTemplate(dataSource)
                    .queryForObject("SELECT EXPIRES_AT FROM DOCPROC_RESULT_LEASE", Long.class));
        }

        /** Returns the number of rows with leases and counts. */
        int leases() {
            return new JdbcTemplate(dataSource)
                    .queryForObject("SELECT COUNT(*) FROM DOCPROC_RESULT_LEASE", Integer.class);
        }

        @Override
        public long storedBytes() {
            Long bytes = new JdbcTemplate(dataSource)
                    .queryForObject(
                            "SELECT COALESCE(SUM(OCTET_LENGTH(CONTENT)), 0) FROM DOCPROC_RESULT_CHUNK", Long.class);
            return bytes == null ? 0 : bytes;
        }
    }
}
