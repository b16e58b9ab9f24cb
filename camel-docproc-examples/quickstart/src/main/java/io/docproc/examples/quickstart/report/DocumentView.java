/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart.report;

import java.util.List;

/**
 * A document and its fields.
 *
 * @param document the document's name
 * @param address address of the original, relative to the report
 * @param result address of the fields' JSON
 * @param fields the fields
 * @param pages the pages that can be shown, with the locations on them
 * @param places locations of all values
 * @param facts what is worth saying
 */
public record DocumentView(
        String document,
        String address,
        String result,
        FieldsView fields,
        List<Page> pages,
        List<ValueLocation> places,
        String facts) {

    /**
     * A page with the locations of values.
     *
     * @param number from 1
     * @param picture address of its picture
     * @param width its width, in the unit of the locations
     * @param height its height, in the unit of the locations
     * @param places locations on this page
     */
    public record Page(int number, String picture, int width, int height, List<ValueLocation> places) {}
}
