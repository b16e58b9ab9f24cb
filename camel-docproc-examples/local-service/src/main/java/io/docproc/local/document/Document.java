/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.List;

/**
 * What a document says, and where.
 *
 * @param type what the file's bytes are
 * @param pageCount how many pages the whole document has
 * @param pages the pages that were asked for
 */
public record Document(DocumentType type, int pageCount, List<Page> pages) {

    public Document {
        pages = List.copyOf(pages);
    }
}
