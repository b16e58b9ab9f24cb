/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ref.Cleaner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.CipherInputStream;
import javax.crypto.CipherOutputStream;
import org.apache.camel.Endpoint;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePropertyKey;
import org.apache.camel.converter.stream.CipherPair;
import org.apache.camel.spi.Synchronization;
import org.apache.camel.spi.UnitOfWork;
import org.apache.camel.support.SynchronizationAdapter;
import org.apache.camel.util.IOHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A temporary file that several exchanges may share; the last one that is done deletes it.
 *
 * <p>An exchange that begins at {@code direct:} or at a docproc endpoint that does not receive was made by a producer template, which hands the
 * body to its caller after the exchange is done; a Kamelet works on a copy of its caller's exchange, which is done when
 * the Kamelet is. There the file stays until the body is unreachable, or the JVM ends.
 */
final class SpoolFile {
    private static final Logger LOG = LoggerFactory.getLogger(SpoolFile.class);
    private static final Cleaner UNREACHABLE = Cleaner.create();
    private static final FilesAtExit AT_EXIT = new FilesAtExit();

    private final Path path;
    private final Optional<CipherPair> cipher;
    private final AtomicInteger users = new AtomicInteger();
    private final Set<InputStream> open = ConcurrentHashMap.newKeySet();

    SpoolFile(Path path, Optional<CipherPair> cipher) {
        this.path = path;
        this.cipher = cipher;
        AT_EXIT.add(path);
    }

    OutputStream openForWriting() throws IOException {
        OutputStream out = new BufferedOutputStream(Files.newOutputStream(path));
        return cipher.<OutputStream>map(pair -> new CipherOutputStream(out, pair.getEncryptor()))
                .orElse(out);
    }

    InputStream openAt(long position) throws IOException {
        InputStream plain = new BufferedInputStream(Files.newInputStream(path));
        InputStream in = cipher.<InputStream>map(pair -> new CipherInputStream(plain, pair.createDecryptor()))
                .orElse(plain);
        open.add(in);
        in.skipNBytes(position);
        return in;
    }

    void close(InputStream in) {
        open.remove(in);
        IOHelper.close(in);
    }

    /** Keeps the file until the exchange is done, or, where a caller gets the body after that, until the body is gone. */
    void keepFor(Exchange exchange) {
        users.incrementAndGet();
        if (isOutlivedByItsBody(exchange)) {
            UNREACHABLE.register(this, new Deletion(path, open));
        } else {
            completionOf(exchange, new SynchronizationAdapter() {
                @Override
                public void onDone(Exchange done) {
                    if (users.decrementAndGet() == 0) {
                        delete();
                    }
                }
            });
        }
    }

    /** Deletes the file now, whoever might still be using it. */
    void delete() {
        new Deletion(path, open).run();
    }

    private static boolean isOutlivedByItsBody(Exchange exchange) {
        Endpoint origin = exchange.getFromEndpoint();
        if (origin == null) {
            return true;
        }
        String uri = origin.getEndpointUri();
        return uri.startsWith("direct:")
                || uri.startsWith("kamelet:")
                || (uri.startsWith("docproc:") && !uri.startsWith("docproc://webhook"));
    }

    /** A part of a splitter or multicast hands its streams to the exchange that aggregates. */
    private static void completionOf(Exchange exchange, Synchronization release) {
        UnitOfWork aggregating = exchange.getProperty(ExchangePropertyKey.STREAM_CACHE_UNIT_OF_WORK, UnitOfWork.class);
        if (aggregating != null && aggregating.getRoute() != null) {
            aggregating.addSynchronization(release);
        } else {
            exchange.getExchangeExtension().addOnCompletion(release);
        }
    }

    private record Deletion(Path path, Set<InputStream> open) implements Runnable {
        @Override
        public void run() {
            open.forEach(IOHelper::close);
            try {
                Files.deleteIfExists(path);
                AT_EXIT.remove(path);
            } catch (IOException inUse) {
                LOG.warn("Temporary file {} could not be deleted: {}", path, inUse.toString());
            }
        }
    }
}
