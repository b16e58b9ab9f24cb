/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.Optional;

/**
 * Options of reading a document.
 *
 * @param password password of a protected document
 * @param pages pages to read
 */
public record ReadOptions(Optional<String> password, PageSelection pages) {

    /** All pages, without password. */
    public static final ReadOptions ALL = new ReadOptions(Optional.empty(), PageSelection.ALL);

    /** Omits the password, because it must not be logged. */
    @Override
    public String toString() {
        return "ReadOptions[pages=" + pages + "]";
    }
}
