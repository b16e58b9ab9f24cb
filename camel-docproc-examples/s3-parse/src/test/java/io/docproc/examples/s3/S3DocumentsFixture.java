/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import io.docproc.camel.job.MemoryJobRepository;
import io.docproc.examples.support.server.LocalS3Server;
import java.nio.file.Path;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.UnitOfWorkHelper;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.S3Client;

/** A server, buckets and repositories for tests of {@link S3Documents}. */
abstract class S3DocumentsFixture {
    static final String PATH = "/completions";

    @TempDir
    private static Path serverHome;

    private static LocalS3Server server;

    @TempDir
    private Path home;

    final IdempotentRepository parsed = MemoryIdempotentRepository.memoryIdempotentRepository(100);
    final MemoryJobRepository jobs = new MemoryJobRepository();
    S3Fixture s3;

    @BeforeAll
    static void startServer() throws Exception {
        server = LocalS3Server.start(serverHome);
    }

    @AfterAll
    static void stopServer() {
        server.close();
    }

    @BeforeEach
    void makeBuckets() throws Exception {
        s3 = new S3Fixture(home, server.endpoint());
    }

    @AfterEach
    void close() {
        s3.close();
    }

    S3Documents newRun() {
        return newRun(s3.store().s3());
    }

    S3Documents newRun(S3Client client) {
        return new S3Documents(client, s3.store().buckets(), parsed, jobs, PATH);
    }

    /** Claims a document with an exchange that completes at once. */
    static String claim(S3Documents documents, String key, String etag) {
        Exchange exchange = exchange();
        try {
            return documents.claim(key, etag, exchange);
        } finally {
            end(exchange);
        }
    }

    static Exchange exchange() {
        return new DefaultExchange(new DefaultCamelContext());
    }

    static void end(Exchange exchange) {
        UnitOfWorkHelper.doneSynchronizations(
                exchange, exchange.getExchangeExtension().handoverCompletions());
    }

    String put(String key, String text) {
        s3.put(key, text);
        return s3.etag(key);
    }
}
