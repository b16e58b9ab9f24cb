/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import io.docproc.local.document.Box;
import io.docproc.local.document.TextLine;

/** Text region of a value. */
record Region(int page, Box box, String text) {

    static Region of(int page, TextLine line) {
        return new Region(page, line.box(), line.text());
    }
}
