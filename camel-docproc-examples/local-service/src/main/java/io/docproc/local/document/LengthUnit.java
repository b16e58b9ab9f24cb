/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.document;

/** What a page is measured in. */
public enum LengthUnit {
    /** 1/72 inch: documents. */
    POINT,
    /** A pixel of the stored image: images. */
    PIXEL
}
