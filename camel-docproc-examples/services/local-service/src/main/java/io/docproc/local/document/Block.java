/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.List;

/** Part of a page in reading order. */
public sealed interface Block permits TextBlock, Table {

    Box box();

    /** Returns all text lines of the block in reading order. */
    List<TextLine> lines();
}
