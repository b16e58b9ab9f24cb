/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/** Stores the contents of a repository with their metadata by key. Thread-safe. */
interface ResultStore {

    /** Opens the content of a key; empty if there is none that was stored after this time. */
    Optional<StoredResult> find(ResultKey key, Instant storedAfter) throws IOException;

    /** Opens a new content, which is not visible to readers before it is committed. */
    ContentWriter write(ResultKey key, Instant now) throws IOException;

    /** Removes the content of a key. Has no effect if there is none. */
    void remove(ResultKey key, Instant now) throws IOException;

    /** Removes expired and abandoned contents, and the oldest ones if the total size exceeds the maximum. */
    void evict(Eviction eviction) throws IOException;
}
