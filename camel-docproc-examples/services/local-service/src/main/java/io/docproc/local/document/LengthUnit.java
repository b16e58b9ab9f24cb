/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

/** Unit of the positions on a page. */
public enum LengthUnit {
    /** 1/72 inch, for documents. */
    POINT,
    /** Pixel, for images. */
    PIXEL
}
