/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import java.util.Optional;
import java.util.stream.Stream;

/** Operation that the local service receives or sends, with the name that the component uses. */
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

    private final String id;
    private final String billedService;

    Operation(String id, String billedService) {
        this.id = id;
        this.billedService = billedService;
    }

    /** Returns the operation's name, as in {@code docproc:crop}. */
    public String id() {
        return id;
    }

    /**
     * Returns the service path that packages name for this operation; empty for calls that are not billed and that
     * the QPS limit does not count.
     */
    public Optional<String> billedService() {
        return Optional.ofNullable(billedService);
    }

    /** Returns the operation of a name; empty if there is none. */
    public static Optional<Operation> named(String id) {
        return Stream.of(values()).filter(it -> it.id.equals(id)).findFirst();
    }
}
