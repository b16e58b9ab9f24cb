/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

/**
 * Base URLs that a peer calls, one for each operation, because the base URL selects the response.
 *
 * @param crop base URL of crop calls
 * @param extract base URL of extractions
 * @param parse base URL of parse calls
 */
record Addresses(String crop, String extract, String parse) {
    private static final String CROP = "/ai/service/v1/crop_enhance_image";
    private static final String EXTRACT = "/ai/service/v3/entity_extraction";
    private static final String PARSE = "/api/v1/xparse/parse/sync";

    /** Returns the addresses of small responses. */
    static Addresses of(BenchmarkEnvironment environment) {
        return new Addresses(
                environment.responseUrl("image", 0),
                environment.responseUrl("extraction", 0),
                environment.responseUrl("parse", 0));
    }

    /** Returns a copy with another base URL of crop calls. */
    Addresses withCrop(String base) {
        return new Addresses(base, extract, parse);
    }

    /** Returns a copy with another base URL of parse calls. */
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
