/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import io.docproc.camel.testkit.DatabaseServer;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.WithoutAutoCommit;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/** Storage that the repositories of several nodes share. */
interface ResultBackend {

    /** Opens the repository of one node; the caller starts and stops it. */
    AbstractResultRepository open(Clock clock);

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
    record Directory(Path path) implements ResultBackend {
        @Override
        public AbstractResultRepository open(Clock clock) {
            return new FileResultRepository(path, clock);
        }

        @Override
        public long storedBytes() {
            long bytes = 0;
            try (DirectoryStream<Path> files = Files.newDirectoryStream(path, "*.{result,new}")) {
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

    /** A database. */
    record Database(DataSource dataSource) implements ResultBackend {
        @Override
        public AbstractResultRepository open(Clock clock) {
            return new JdbcResultRepository(dataSource, clock);
        }

        /** Returns when the only lease expires. */
        Instant leaseExpiry() {
            return Instant.ofEpochMilli(new JdbcTemplate(dataSource)
                    .queryForObject("SELECT EXPIRES_AT FROM DOCPROC_RESULT_LEASE", Long.class));
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
