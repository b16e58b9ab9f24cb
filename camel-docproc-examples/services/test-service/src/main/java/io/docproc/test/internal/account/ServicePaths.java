/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.account;

import io.docproc.test.Operation;
import java.util.List;

/** Service paths that packages name (interface document, Package quota). */
public final class ServicePaths {
    /** The path of the workflow service. */
    public static final String WORKFLOW = "/api/app-api/sip/platform/v2";

    /** The path of the download of page images. */
    public static final String PAGE_IMAGE = "/ocr_image/download";

    /** The path of the download of exported files. */
    public static final String EXPORTED_FILE = "/export_file/download";

    /** The path of the call that adds fields to a file category. */
    public static final String ADD_FIELDS = WORKFLOW + "/category/fields/batch_add";

    /** The path of the call that updates tables of a file category. */
    public static final String UPDATE_TABLES = WORKFLOW + "/category/tables/batch_update";

    /** The path of the upload to the workflow service. */
    public static final String UPLOAD = WORKFLOW + "/file/upload";

    /** The path of the upload that waits for the results. */
    public static final String UPLOAD_SYNC = UPLOAD + "/sync";

    /** The path of the query of uploaded files. */
    public static final String FETCH = WORKFLOW + "/file/fetch";

    static final String PARSING = "/ai/service/v1/pdf_to_markdown";

    /** The values of {@code api_path}. */
    public static final List<String> WITH_PACKAGES = List.of(PARSING, WORKFLOW);

    /** All services that are billed by call. */
    static final List<String> BILLED =
            List.of("/ai/service/v1/crop_enhance_image", "/ai/service/v3/entity_extraction", PARSING);

    private ServicePaths() {}

    /** Returns the path under which an operation is billed. */
    static String of(Operation operation) {
        return switch (operation) {
            case CROP -> BILLED.get(0);
            case EXTRACT -> BILLED.get(1);
            default -> PARSING;
        };
    }
}
