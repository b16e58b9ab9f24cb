/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.nio.file.Path;

/** Implementation that is measured. */
enum Peer {
    /** The component. */
    DOCPROC(DocprocCalls::new),
    /** (a) The JDK's HTTP client. */
    FLOOR(FloorCalls::new),
    /** (b) A route without the component. */
    NAIVE(NaiveCalls::new);

    private final Factory factory;

    Peer(Factory factory) {
        this.factory = factory;
    }

    private interface Factory {
        Calls create(Addresses addresses, Path image, BenchmarkData material) throws Exception;
    }

    /** Creates a client. */
    Calls calls(Addresses addresses, Path image, BenchmarkData material) throws Exception {
        return factory.create(addresses, image, material);
    }

    /** Returns the name in lower case. */
    String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
