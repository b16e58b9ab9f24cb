/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.List;

/**
 * Content of a document with positions.
 *
 * @param type format of the file
 * @param pageCount number of pages of the whole document
 * @param pages the requested pages
 */
public record Document(DocumentType type, int pageCount, List<Page> pages) {

    public Document {
        pages = List.copyOf(pages);
    }
}
