/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.JsonParameters;
import io.docproc.test.ParameterError;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Types of the parse {@code config} (interface document, Asynchronous parse request). Unknown members are ignored. */
final class ParseConfigRules {
    private static final List<String> CAPABILITIES = List.of(
            "include_hierarchy",
            "include_inline_objects",
            "include_char_details",
            "include_image_data",
            "include_table_structure",
            "pages",
            "title_tree",
            "remove_watermark",
            "crop_dewarp");
    private static final List<String> EXPORT_FORMATS = List.of("docx", "xlsx", "pdf");
    private static final Pattern PAGE_RANGE = Pattern.compile("\\s*[1-9]\\d*\\s*(-\\s*[1-9]\\d*\\s*)?");

    private ParseConfigRules() {}

    static void check(ObjectNode json) {
        JsonParameters config = new JsonParameters("config", json);
        config.object("document").text("password");
        config.object("scope").text("page_range").ifPresent(ParseConfigRules::checkPageRange);
        JsonParameters capabilities = config.object("capabilities");
        CAPABILITIES.forEach(capabilities::flag);
        capabilities.text("table_view");
        capabilities.oneOf("element_merge_mode", List.of("separate", "merged"));
        JsonParameters engine = config.object("config");
        engine.text("force_engine");
        JsonParameters parameters = engine.object("engine_params");
        parameters.text("parse_mode");
        parameters.integer("formula_level", 0, Integer.MAX_VALUE);
        parameters.text("image_output_type");
        parameters.flag("recognize_chemical");
        checkExports(json.path("exports"));
    }

    private static void checkExports(JsonNode exports) {
        if (!exports.isMissingNode() && !exports.isNull() && !exports.isArray()) {
            throw ParameterError.of("exports", exports, "an array of objects with a format");
        }
        Set<String> formats = new HashSet<>();
        for (JsonNode export : exports) {
            if (!(export instanceof ObjectNode object)) {
                throw ParameterError.of("exports", export, "an object with a format");
            }
            JsonParameters parameters = new JsonParameters("exports", object);
            parameters.required("format");
            String format = parameters.oneOf("format", EXPORT_FORMATS).orElseThrow();
            parameters.optionalObject("config");
            if (!formats.add(format)) {
                throw ParameterError.of("exports.format", format, "each format at most once");
            }
        }
    }

    private static void checkPageRange(String value) {
        for (String part : value.split(",", -1)) {
            String[] limits = part.split("-", 2);
            boolean valid = PAGE_RANGE.matcher(part).matches()
                    && (limits.length == 1 || number(limits[0]) <= number(limits[1]));
            if (!valid) {
                throw ParameterError.of(
                        "config.scope.page_range", value, "ranges <first>-<last> counted from 1, such as 1-2,5-10");
            }
        }
    }

    private static long number(String text) {
        String digits = text.strip();
        return digits.length() > 9 ? Long.MAX_VALUE : Long.parseLong(digits);
    }
}
