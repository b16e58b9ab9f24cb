/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.recognition;

/**
 * A word in an image. Positions are pixels from the top-left corner of the image.
 *
 * @param line number of the line that contains the word; words of one line have the same number
 */
public record RecognizedWord(int line, double left, double top, double right, double bottom, String text) {}
