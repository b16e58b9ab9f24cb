/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lease that this node holds, with the content that is written under it. */
final class HeldLease implements ResultLease {
    private static final Logger LOG = LoggerFactory.getLogger(HeldLease.class);

    private final AbstractResultRepository repository;
    private final ResultKey key;
    private final String owner;
    private Optional<Content> content = Optional.empty();

    HeldLease(AbstractResultRepository repository, ResultKey key, String owner) {
        this.repository = repository;
        this.key = key;
        this.owner = owner;
    }

    ResultKey key() {
        return key;
    }

    String owner() {
        return owner;
    }

    @Override
    public OutputStream open(ResponseMetadata metadata) throws IOException {
        if (content.isPresent()) {
            throw new IllegalStateException("The content of result " + key + " was already opened");
        }
        Content opened = new Content(repository.openContent(this), repository.maxSize());
        content = Optional.of(opened);
        ContentFormat.writeMetadata(opened, metadata);
        return opened;
    }

    @Override
    public void commit() throws IOException {
        content.orElseThrow(() -> new IllegalStateException("Result " + key + " has no content; open it first"))
                .commit();
    }

    @Override
    public void close() {
        content.ifPresent(Content::discard);
        repository.release(this);
    }

    /** Limits the size of the content, and refuses to commit incomplete content. */
    private final class Content extends OutputStream {
        private final ContentWriter writer;
        private final long maxSize;
        private long length;
        private boolean complete = true;
        private boolean committed;

        Content(ContentWriter writer, long maxSize) {
            this.writer = writer;
            this.maxSize = maxSize;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int count) throws IOException {
            boolean before = complete;
            complete = false;
            length += count;
            if (length > maxSize) {
                throw new IOException("Result " + key + " is larger than maxSize, " + maxSize
                        + " bytes, and is not stored; increase maxSize to store it");
            }
            writer.write(bytes, offset, count);
            complete = before;
        }

        void commit() throws IOException {
            if (!complete) {
                throw new IOException("Result " + key + " was not written completely and is not stored");
            }
            complete = false;
            repository.commit(writer, length);
            committed = true;
        }

        void discard() {
            if (committed) {
                return;
            }
            try {
                writer.discard();
            } catch (IOException e) {
                LOG.warn("Incomplete content of result {} cannot be deleted yet; it is deleted after a day", key, e);
            }
        }
    }
}
