/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import static io.docproc.camel.operation.Option.flag;
import static io.docproc.camel.operation.Option.integerBetween;
import static io.docproc.camel.operation.Option.integerFrom;
import static io.docproc.camel.operation.Option.integerOf;
import static io.docproc.camel.operation.Option.pattern;
import static io.docproc.camel.operation.Option.text;
import static io.docproc.camel.operation.Option.word;

import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** All options that an endpoint and a message can give to a call. */
final class Options {
    // What goes in
    static final Option<String> FILE_URL =
            pattern("fileUrl", Pattern.compile("(?i)https?://\\S+"), "an absolute http or https URL");
    static final Option<String> FILE_NAME = text("fileName");
    static final Option<Boolean> VALIDATE_INPUT = flag("validateInput");

    // Crop
    static final Option<Integer> ENHANCE_MODE = integerOf(List.of(-1, 1, 2, 3, 4, 5, 6), "enhanceMode");
    static final Option<Boolean> CROP_IMAGE = flag("cropImage");
    static final Option<Boolean> ONLY_POSITION = flag("onlyPosition");
    static final Option<Boolean> DEWARP_IMAGE = flag("dewarpImage");
    static final Option<Boolean> DEBLUR_IMAGE = flag("deblurImage");
    static final Option<Boolean> CORRECT_DIRECTION = flag("correctDirection");
    static final Option<Boolean> ROUND_IMAGE = flag("roundImage");
    static final Option<Integer> JPEG_QUALITY = integerBetween(1, 100, "jpegQuality");
    static final Option<String> SIZE_AND_POSITION = pattern(
            "sizeAndPosition",
            Pattern.compile("\\d{1,6}(,-?\\d{1,6}){9}"),
            "ten whole numbers width,height,x1,y1,x2,y2,x3,y3,x4,y4 separated by commas, in pixels");

    // Extract and parse
    static final Option<Boolean> CROP_DEWARP = flag("cropDewarp");
    static final Option<Boolean> REMOVE_WATERMARK = flag("removeWatermark");
    static final Option<String> PARSE_MODE = text("parseMode");
    static final Option<Integer> FORMULA_LEVEL = integerFrom(0, "formulaLevel");
    static final Option<String> PDF_PASSWORD = Option.of("pdfPassword", String.class, "a password");

    // Extract
    static final Option<Object> SCHEMA = Option.of("schema", Object.class, "a JSON schema");
    static final Option<String> OUTPUT_CLASS = text("outputClass");
    static final Option<Integer> PAGE_START = integerFrom(1, "pageStart");
    static final Option<Integer> PAGE_COUNT = integerFrom(1, "pageCount");
    static final Option<String> GET_IMAGE = text("getImage");
    static final Option<String> TABLE_FLAVOR = text("tableFlavor");
    static final Option<Boolean> GENERATE_CITATIONS = flag("generateCitations");
    static final Option<Boolean> STAMP = flag("stamp");
    static final Option<String> PARTIAL_FAILURE = word("partialFailure", "fail", "accept");
    static final Option<Map<?, ?>> PARSE_OPTION = keys("parseOption");
    static final Option<Map<?, ?>> EXTRACT_OPTION = keys("extractOption");

    // Parse
    static final Option<Boolean> INCLUDE_HIERARCHY = flag("includeHierarchy");
    static final Option<Boolean> INCLUDE_INLINE_OBJECTS = flag("includeInlineObjects");
    static final Option<Boolean> INCLUDE_CHAR_DETAILS = flag("includeCharDetails");
    static final Option<Boolean> INCLUDE_IMAGE_DATA = flag("includeImageData");
    static final Option<Boolean> INCLUDE_TABLE_STRUCTURE = flag("includeTableStructure");
    static final Option<Boolean> PAGES = flag("pages");
    static final Option<Boolean> TITLE_TREE = flag("titleTree");
    static final Option<String> TABLE_VIEW = text("tableView");
    static final Option<String> PAGE_RANGE = pattern(
            "pageRange",
            Pattern.compile("\\d{1,6}(-\\d{1,6})?(,\\d{1,6}(-\\d{1,6})?)*"),
            "pages counted from 1 as <first>-<last>, several separated by commas: 1-2,5-10");
    static final Option<String> FORCE_ENGINE = text("forceEngine");
    static final Option<String> IMAGE_OUTPUT_TYPE = text("imageOutputType");
    static final Option<Boolean> RECOGNIZE_CHEMICAL = flag("recognizeChemical");
    static final Option<Object> CONFIG = Option.of("config", Object.class, "a JSON object");
    static final Option<Map<?, ?>> CAPABILITY = keys("capability");
    static final Option<Map<?, ?>> ENGINE_PARAM = keys("engineParam");

    // Jobs
    static final Option<String> WEBHOOK =
            pattern("webhook", Pattern.compile("(?i)https?://\\S+"), "an absolute http or https URL");
    static final Option<String> CORRELATION_ID = text("correlationId");
    static final Option<String> JOB_ID = text("jobId");

    // Packages
    static final Option<String> API_PATH = text("apiPath");
    static final Option<Boolean> INCLUDE_ALL = flag("includeAll");

    // Workflow configuration
    static final Option<String> WORKSPACE_ID = text("workspaceId");
    static final Option<String> CATEGORY_ID = text("categoryId");
    static final Option<String> TABLE_ID = text("tableId");
    static final Option<Boolean> WITH_DETAIL = flag("withDetail");

    private Options() {}

    /** What comes out, first the default. */
    static Option<String> output(String... values) {
        return word("output", values);
    }

    @SuppressWarnings("unchecked")
    private static Option<Map<?, ?>> keys(String name) {
        return Option.of(name, (Class<Map<?, ?>>) (Class<?>) Map.class, "keys with their values");
    }
}
