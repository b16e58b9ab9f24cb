/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.parse;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.document.PageSelection;
import io.docproc.local.document.ReadOptions;
import io.docproc.local.request.JsonParameters;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Validated {@code config} of a parse request (interface document, Asynchronous parse request).
 *
 * @param capabilities the requested parts of the response
 * @param warnings a sentence for each option without effect
 */
record ParseConfig(ReadOptions reading, Set<Capability> capabilities, TableView tableView, List<String> warnings) {

    /** Optional parts of the response. */
    enum Capability {
        INCLUDE_HIERARCHY,
        INCLUDE_CHAR_DETAILS,
        INCLUDE_TABLE_STRUCTURE,
        PAGES,
        TITLE_TREE;

        private String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Maximum number of pages without a page range. */
    static final int DEFAULT_PAGES = 1000;

    private static final Set<String> BLOCKS = Set.of("document", "capabilities", "scope", "config");
    private static final Set<String> NO_EFFECT =
            Set.of("include_inline_objects", "include_image_data", "remove_watermark", "crop_dewarp");
    private static final Set<String> CAPABILITY_KEYS = Set.of(
            "include_hierarchy",
            "include_inline_objects",
            "include_char_details",
            "include_image_data",
            "include_table_structure",
            "pages",
            "title_tree",
            "table_view",
            "remove_watermark",
            "crop_dewarp");
    private static final Set<String> ENGINE_KEYS =
            Set.of("parse_mode", "formula_level", "image_output_type", "recognize_chemical");

    /**
     * Validates a {@code config}.
     *
     * @param json null for the defaults
     * @throws io.docproc.test.ServiceErrorException 40004 that names the invalid member
     */
    static ParseConfig of(ObjectNode json) {
        JsonParameters config =
                new JsonParameters("config", json == null ? JsonNodeFactory.instance.objectNode() : json);
        List<String> warnings = new ArrayList<>();
        unknown(config.unknown(BLOCKS), warnings);
        JsonParameters document = config.object("document");
        unknown(document.unknown(Set.of("password")), warnings);
        JsonParameters scope = config.object("scope");
        unknown(scope.unknown(Set.of("page_range")), warnings);
        PageSelection pages =
                scope.text("page_range").map(PageSelection::parse).orElse(PageSelection.starting(1, DEFAULT_PAGES));
        JsonParameters capabilities = config.object("capabilities");
        Set<Capability> included = capabilities(capabilities, warnings);
        TableView view = capabilities
                .oneOf("table_view", List.of("html", "markdown"))
                .map(name -> TableView.valueOf(name.toUpperCase(Locale.ROOT)))
                .orElse(TableView.HTML);
        engine(config.object("config"), warnings);
        return new ParseConfig(new ReadOptions(document.text("password"), pages), included, view, warnings);
    }

    private static Set<Capability> capabilities(JsonParameters json, List<String> warnings) {
        unknown(json.unknown(CAPABILITY_KEYS), warnings);
        Set<Capability> included = EnumSet.noneOf(Capability.class);
        for (Capability capability : Capability.values()) {
            boolean byDefault = capability == Capability.INCLUDE_HIERARCHY;
            if (json.flag(capability.key()).orElse(byDefault)) {
                included.add(capability);
            }
        }
        NO_EFFECT.stream()
                .sorted()
                .filter(key -> json.flag(key).orElse(false))
                .forEach(
                        key -> warnings.add("capabilities." + key + " has no effect: images in documents are ignored"));
        return included;
    }

    private static void engine(JsonParameters json, List<String> warnings) {
        unknown(json.unknown(Set.of("force_engine", "engine_params")), warnings);
        json.oneOf("force_engine", List.of("textin", "textin_gui"))
                .ifPresent(engine -> warnings.add("config.force_engine has no effect: there is one engine"));
        JsonParameters params = json.object("engine_params");
        unknown(params.unknown(ENGINE_KEYS), warnings);
        params.oneOf("parse_mode", List.of("auto", "scan", "parse", "lite", "vlm"))
                .filter(mode -> mode.equals("scan") || mode.equals("vlm"))
                .ifPresent(mode -> warnings.add(
                        "parse_mode " + mode + " has no effect: text is recognized only on pages without text layer"));
        params.integer("formula_level", 0, 1)
                .filter(level -> level > 0)
                .ifPresent(level -> warnings.add("formula_level has no effect: formulas are not recognized"));
        params.oneOf("image_output_type", List.of("url", "base64"))
                .ifPresent(type -> warnings.add("image_output_type has no effect: images in documents are ignored"));
        params.flag("recognize_chemical")
                .filter(Boolean::booleanValue)
                .ifPresent(on -> warnings.add("recognize_chemical has no effect: formulas are not recognized"));
    }

    /** An unknown key is no error, because the service adds keys without a new version. */
    private static void unknown(List<String> keys, List<String> warnings) {
        keys.forEach(key -> warnings.add(key + " is unknown and has no effect"));
    }

    boolean includes(Capability capability) {
        return capabilities.contains(capability);
    }
}
