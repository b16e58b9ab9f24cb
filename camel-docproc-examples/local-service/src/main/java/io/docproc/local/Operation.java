/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import java.util.Optional;
import java.util.stream.Stream;

/** A call that the local service answers, or makes, under the name that the component gives it. */
public enum Operation {
    CROP("crop", "/ai/service/v1/crop_enhance_image"),
    EXTRACT("extract", "/ai/service/v3/entity_extraction"),
    PARSE_SYNC("parseSync", "/ai/service/v1/pdf_to_markdown"),
    PARSE_ASYNC("parseAsync", "/ai/service/v1/pdf_to_markdown"),
    PARSE_STATUS("parseStatus", null),
    /** The one that the service makes itself, when a job has ended. */
    WEBHOOK("webhook", null),
    BALANCE("balance", null),
    PACKAGES("packages", null),
    ADD_FIELD("addField", null),
    UPDATE_TABLE("updateTable", null);

    private final String word;
    private final String billedService;

    Operation(String word, String billedService) {
        this.word = word;
        this.billedService = billedService;
    }

    /** The operation's name, as in {@code docproc:crop}. */
    public String word() {
        return word;
    }

    /**
     * The service path that packages name for this operation; empty for calls that cost nothing and that the QPS limit
     * does not count.
     */
    public Optional<String> billedService() {
        return Optional.ofNullable(billedService);
    }

    /** The operation of that name, if there is one. */
    public static Optional<Operation> named(String word) {
        return Stream.of(values()).filter(it -> it.word.equals(word)).findFirst();
    }
}
