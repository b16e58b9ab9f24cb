/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

import java.util.List;

/** A part of a page in reading order. */
public sealed interface Block permits TextBlock, Table {

    Box box();

    /** All lines of text in the block, in reading order. */
    List<TextLine> lines();
}
