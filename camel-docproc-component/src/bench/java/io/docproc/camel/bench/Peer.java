/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.nio.file.Path;

/** Who is measured. */
enum Peer {
    /** The component. */
    DOCPROC(DocprocCalls::new),
    /** (a) The JDK's client. */
    FLOOR(FloorCalls::new),
    /** (b) A route without the component. */
    NAIVE(NaiveCalls::new);

    private final Factory factory;

    Peer(Factory factory) {
        this.factory = factory;
    }

    private interface Factory {
        Calls create(Addresses addresses, Path image, Material material) throws Exception;
    }

    /** Makes ready to call. */
    Calls calls(Addresses addresses, Path image, Material material) throws Exception {
        return factory.create(addresses, image, material);
    }

    /** The peer's name in lower case, for values. */
    String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }
}
