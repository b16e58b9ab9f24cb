/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.Optional;

/**
 * How to read a document.
 *
 * @param password opens a protected document
 * @param pages which pages to read
 */
public record ReadOptions(Optional<String> password, PageSelection pages) {

    /** All pages of a document that needs no password. */
    public static final ReadOptions ALL = new ReadOptions(Optional.empty(), PageSelection.ALL);

    /** Keeps the password out of logs. */
    @Override
    public String toString() {
        return "ReadOptions[pages=" + pages + "]";
    }
}
