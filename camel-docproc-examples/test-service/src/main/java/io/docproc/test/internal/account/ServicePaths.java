/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.account;

import io.docproc.test.Operation;
import java.util.List;

/** Service paths that packages name (interface document, Package quota). */
public final class ServicePaths {
    /** The path of the workflow service. */
    public static final String WORKFLOW = "/api/app-api/sip/platform/v2";

    static final String PARSING = "/ai/service/v1/pdf_to_markdown";

    /** The values of {@code api_path}. */
    public static final List<String> WITH_PACKAGES = List.of(PARSING, WORKFLOW);

    /** All services that are billed by call. */
    static final List<String> BILLED =
            List.of("/ai/service/v1/crop_enhance_image", "/ai/service/v3/entity_extraction", PARSING);

    private ServicePaths() {}

    /** Returns the path under which a billed operation is charged. */
    static String of(Operation operation) {
        return switch (operation) {
            case CROP -> BILLED.get(0);
            case EXTRACT -> BILLED.get(1);
            default -> PARSING;
        };
    }
}
