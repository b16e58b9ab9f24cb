/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.docproc.camel.internal.context.ContextPlugins;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.CamelContext;

/**
 * Header values that the component has set in one Camel context, compared by identity. They are recognized on every
 * exchange to which a route copies the headers, and held weakly. Thread-safe.
 */
final class OwnHeaderValues {
    private final Set<Reference<Object>> values = ConcurrentHashMap.newKeySet();
    private final ReferenceQueue<Object> collected = new ReferenceQueue<>();

    /** Returns the instance of a context, which all its components share. */
    static OwnHeaderValues of(CamelContext context) {
        return ContextPlugins.getOrCreate(context, OwnHeaderValues.class, OwnHeaderValues::new);
    }

    void add(ResultHeader header, Object value) {
        for (Reference<?> reference = collected.poll(); reference != null; reference = collected.poll()) {
            values.remove(reference);
        }
        values.add(new Identity(header, value, collected));
    }

    boolean contains(ResultHeader header, Object value) {
        return values.contains(new Identity(header, value, null));
    }

    /** Equals another one with the same header and the same object. */
    private static final class Identity extends WeakReference<Object> {
        private final ResultHeader header;
        private final int hash;

        Identity(ResultHeader header, Object value, ReferenceQueue<Object> queue) {
            super(value, queue);
            this.header = header;
            this.hash = System.identityHashCode(value);
        }

        @Override
        public boolean equals(Object other) {
            return this == other
                    || (other instanceof Identity identity && header == identity.header && refersTo(identity.get()));
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
