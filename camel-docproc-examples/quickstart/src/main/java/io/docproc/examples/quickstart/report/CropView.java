/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart.report;

import java.util.List;

/**
 * A photo and the pages that were found in it.
 *
 * @param document the photo's name
 * @param photo address of its picture, relative to the report; empty when there is none
 * @param width width of the photo, pixels
 * @param height height of the photo, pixels
 * @param corners the page's corners as SVG takes them; empty when the service gave none
 * @param results addresses of the cropped images
 * @param facts what is worth saying
 */
public record CropView(
        String document, String photo, int width, int height, String corners, List<String> results, String facts) {}
