/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import io.docproc.camel.job.MemoryJobRepository;
import org.apache.camel.Exchange;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.UnitOfWorkHelper;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import software.amazon.awssdk.services.s3.S3Client;

/** A server, buckets and repositories for tests of {@link S3Documents}. */
abstract class S3DocumentsFixture extends WithS3Server {
    static final String PATH = "/completions";

    final IdempotentRepository parsed = MemoryIdempotentRepository.memoryIdempotentRepository(100);
    final MemoryJobRepository jobs = new MemoryJobRepository();
    S3Fixture s3;

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

    /** Marks a document as submitted with an exchange that completes at once. */
    static String markSubmitted(S3Documents documents, String key, String etag) {
        Exchange exchange = exchange();
        try {
            return documents.markSubmitted(key, etag, exchange);
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
