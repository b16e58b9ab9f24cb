/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

/**
 * Where a peer calls, as a base address for each operation, so that the answer can be chosen.
 *
 * @param crop the base address of crop calls
 * @param extract the base address of extractions
 * @param parse the base address of parse calls
 */
record Addresses(String crop, String extract, String parse) {
    private static final String CROP = "/ai/service/v1/crop_enhance_image";
    private static final String EXTRACT = "/ai/service/v3/entity_extraction";
    private static final String PARSE = "/api/v1/xparse/parse/sync";

    /** The service with its small answers. */
    static Addresses of(Lab lab) {
        return new Addresses(lab.answering("image", 0), lab.answering("extraction", 0), lab.answering("parse", 0));
    }

    /** The same with another answer to crop calls. */
    Addresses withCrop(String base) {
        return new Addresses(base, extract, parse);
    }

    /** The same with another answer to parse calls. */
    Addresses withParse(String base) {
        return new Addresses(crop, extract, base);
    }

    String cropUrl() {
        return crop + CROP;
    }

    String extractUrl() {
        return extract + EXTRACT;
    }

    String parseUrl() {
        return parse + PARSE;
    }
}
