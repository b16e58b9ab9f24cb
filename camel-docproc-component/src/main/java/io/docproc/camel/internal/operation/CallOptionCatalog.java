/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import static io.docproc.camel.internal.operation.CallOption.flag;
import static io.docproc.camel.internal.operation.CallOption.integerBetween;
import static io.docproc.camel.internal.operation.CallOption.integerFrom;
import static io.docproc.camel.internal.operation.CallOption.integerOf;
import static io.docproc.camel.internal.operation.CallOption.oneOf;
import static io.docproc.camel.internal.operation.CallOption.pattern;
import static io.docproc.camel.internal.operation.CallOption.text;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Catalogue of all call options, which an endpoint or a message header can set. */
final class CallOptionCatalog {
    // Input
    static final CallOption<String> FILE_URL =
            pattern("fileUrl", Pattern.compile("(?i)https?://\\S+"), "an absolute http or https URL");
    static final CallOption<String> FILE_NAME = text("fileName");
    static final CallOption<Boolean> VALIDATE_INPUT = flag("validateInput");

    // Crop
    static final CallOption<Integer> ENHANCE_MODE = integerOf(List.of(-1, 1, 2, 3, 4, 5, 6), "enhanceMode");
    static final CallOption<Boolean> CROP_IMAGE = flag("cropImage");
    static final CallOption<Boolean> ONLY_POSITION = flag("onlyPosition");
    static final CallOption<Boolean> DEWARP_IMAGE = flag("dewarpImage");
    static final CallOption<Boolean> DEBLUR_IMAGE = flag("deblurImage");
    static final CallOption<Boolean> CORRECT_DIRECTION = flag("correctDirection");
    static final CallOption<Boolean> ROUND_IMAGE = flag("roundImage");
    static final CallOption<Integer> JPEG_QUALITY = integerBetween(1, 100, "jpegQuality");
    static final CallOption<String> SIZE_AND_POSITION = pattern(
            "sizeAndPosition",
            Pattern.compile("\\d{1,6}(,-?\\d{1,6}){9}"),
            "ten whole numbers width,height,x1,y1,x2,y2,x3,y3,x4,y4 separated by commas, in pixels");

    // Extract and parse
    static final CallOption<Boolean> CROP_DEWARP = flag("cropDewarp");
    static final CallOption<Boolean> REMOVE_WATERMARK = flag("removeWatermark");
    static final CallOption<String> PARSE_MODE = text("parseMode");
    static final CallOption<Integer> FORMULA_LEVEL = integerFrom(0, "formulaLevel");
    static final CallOption<String> PDF_PASSWORD = CallOption.of("pdfPassword", String.class, "a password");

    // Extract
    static final CallOption<Object> SCHEMA = CallOption.of("schema", Object.class, "a JSON schema");
    static final CallOption<String> OUTPUT_CLASS = text("outputClass");
    static final CallOption<Integer> PAGE_START = integerFrom(1, "pageStart");
    static final CallOption<Integer> PAGE_COUNT = integerFrom(1, "pageCount");
    static final CallOption<String> GET_IMAGE = text("getImage");
    static final CallOption<String> TABLE_FLAVOR = text("tableFlavor");
    static final CallOption<Boolean> GENERATE_CITATIONS = flag("generateCitations");
    static final CallOption<Boolean> STAMP = flag("stamp");
    static final CallOption<String> PARTIAL_FAILURE = oneOf("partialFailure", "fail", "accept");
    static final CallOption<Map<?, ?>> PARSE_OPTION = keys("parseOption");
    static final CallOption<Map<?, ?>> EXTRACT_OPTION = keys("extractOption");

    // Parse
    static final CallOption<Boolean> INCLUDE_HIERARCHY = flag("includeHierarchy");
    static final CallOption<Boolean> INCLUDE_INLINE_OBJECTS = flag("includeInlineObjects");
    static final CallOption<Boolean> INCLUDE_CHAR_DETAILS = flag("includeCharDetails");
    static final CallOption<Boolean> INCLUDE_IMAGE_DATA = flag("includeImageData");
    static final CallOption<Boolean> INCLUDE_TABLE_STRUCTURE = flag("includeTableStructure");
    static final CallOption<Boolean> PAGES = flag("pages");
    static final CallOption<Boolean> TITLE_TREE = flag("titleTree");
    static final CallOption<String> TABLE_VIEW = text("tableView");
    static final CallOption<String> PAGE_RANGE = pattern(
            "pageRange",
            Pattern.compile("\\d{1,6}(-\\d{1,6})?(,\\d{1,6}(-\\d{1,6})?)*"),
            "pages counted from 1 as <first>-<last>, several separated by commas: 1-2,5-10");
    static final CallOption<String> FORCE_ENGINE = text("forceEngine");
    static final CallOption<String> IMAGE_OUTPUT_TYPE = text("imageOutputType");
    static final CallOption<Boolean> RECOGNIZE_CHEMICAL = flag("recognizeChemical");
    static final CallOption<Object> CONFIG = CallOption.of("config", Object.class, "a JSON object");
    static final CallOption<Map<?, ?>> CAPABILITY = keys("capability");
    static final CallOption<Map<?, ?>> ENGINE_PARAM = keys("engineParam");

    // Jobs
    static final CallOption<String> WEBHOOK =
            pattern("webhook", Pattern.compile("(?i)https?://\\S+"), "an absolute http or https URL");
    static final CallOption<String> CORRELATION_ID = text("correlationId");
    static final CallOption<String> JOB_ID = text("jobId");

    // Packages
    static final CallOption<String> API_PATH = text("apiPath");
    static final CallOption<Boolean> INCLUDE_ALL = flag("includeAll");

    // Workflow configuration
    static final CallOption<String> WORKSPACE_ID = text("workspaceId");
    static final CallOption<String> CATEGORY_ID = text("categoryId");
    static final CallOption<String> TABLE_ID = text("tableId");
    static final CallOption<Boolean> WITH_DETAIL = flag("withDetail");

    private CallOptionCatalog() {}

    /** Returns the option {@code output} of an operation. The first value is the default. */
    static CallOption<String> output(String... values) {
        return oneOf("output", values);
    }

    @SuppressWarnings("unchecked")
    static CallOption<Map<?, ?>> keys(String name) {
        return CallOption.of(name, (Class<Map<?, ?>>) (Class<?>) Map.class, "keys with their values");
    }
}
