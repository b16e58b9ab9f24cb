/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.nio.file.Path;

/** Implementation that is measured. */
enum Peer {
    /** The component. */
    DOCPROC(DocprocCalls::new),
    /** (a) Plain sockets. */
    LIMIT(LimitCalls::new),
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
}
