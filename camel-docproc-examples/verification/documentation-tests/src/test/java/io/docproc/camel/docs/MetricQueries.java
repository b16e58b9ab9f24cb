/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.internal.completion.CompletionsConsumer;
import io.docproc.camel.internal.observe.CallOutcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.yaml.snakeyaml.Yaml;

/** PromQL expressions of the dashboard or of the alert rules. */
record MetricQueries(List<String> expressions) {
    private static final Path FILES = GeneratedPage.PAGES.resolve("operating");
    /** Labels that Prometheus adds to each series. */
    private static final Set<String> SCRAPE_LABELS = Set.of("job", "instance");

    private static final Pattern SELECTOR = Pattern.compile("(docproc_\\w+)(?:\\{([^}]*)})?");
    private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)\\s*\"([^\"]*)\"");
    private static final Pattern PROMQL = Pattern.compile("(?s)\\[source,promql]\n----\n(.*?)\n----");
    private static final Pattern GROUPING = Pattern.compile("by \\(([^)]+)\\)");

    /** Names of the exported metrics with the names of their labels. */
    record Scrape(Map<String, Set<String>> labels) {
        private static final Pattern SERIES = Pattern.compile("(?m)^(docproc_\\w+)\\{(.*)} ");
        private static final Pattern LABEL = Pattern.compile("(\\w+)=\"");

        static Scrape of(String text) {
            return new Scrape(SERIES.matcher(text)
                    .results()
                    .collect(Collectors.toMap(
                            series -> series.group(1),
                            series -> LABEL.matcher(series.group(2))
                                    .results()
                                    .map(label -> label.group(1))
                                    .collect(Collectors.toSet()),
                            (first, second) -> first)));
        }
    }

    /** Returns the expressions of both dashboards. */
    static MetricQueries dashboards() throws IOException {
        List<String> expressions = new ArrayList<>();
        for (String name : List.of("docproc-dashboard.json", "docproc-cost-dashboard.json")) {
            expressions.addAll(
                    new ObjectMapper().readTree(FILES.resolve(name).toFile()).findValuesAsText("expr"));
        }
        expressions.removeIf(expression -> expression.startsWith("ALERTS"));
        return new MetricQueries(expressions);
    }

    /** Returns the expressions of the page on cost. */
    static MetricQueries costs() throws IOException {
        return new MetricQueries(PROMQL.matcher(Files.readString(GeneratedPage.PAGES.resolve("docproc-costs.adoc")))
                .results()
                .flatMap(block -> block.group(1).lines())
                .filter(line -> !line.startsWith("#"))
                .toList());
    }

    static MetricQueries alerts() throws IOException {
        return new MetricQueries(
                alertRules().stream().map(rule -> (String) rule.get("expr")).toList());
    }

    @SuppressWarnings("unchecked")
    static List<Map<String, Object>> alertRules() throws IOException {
        Map<String, Object> file = new Yaml().load(Files.readString(FILES.resolve("docproc-alerts.yml")));
        return ((List<Map<String, Object>>) file.get("groups"))
                .stream()
                        .flatMap(group -> ((List<Map<String, Object>>) group.get("rules")).stream())
                        .toList();
    }

    Set<String> metrics() {
        return expressions.stream()
                .flatMap(expression -> SELECTOR.matcher(expression).results().map(selector -> selector.group(1)))
                .collect(Collectors.toSet());
    }

    /** Returns the metrics, labels, outcomes and codes in the expressions that the component does not have. */
    List<String> problems(Scrape scrape) {
        return expressions.stream()
                .flatMap(expression -> problems(expression, scrape).map(problem -> problem + " in " + expression))
                .toList();
    }

    private static Stream<String> problems(String expression, Scrape scrape) {
        List<MatchResult> selectors = SELECTOR.matcher(expression).results().toList();
        Set<String> exported = new TreeSet<>(SCRAPE_LABELS);
        selectors.forEach(selector -> exported.addAll(scrape.labels().getOrDefault(selector.group(1), Set.of())));
        Stream<String> groupings = GROUPING.matcher(expression)
                .results()
                .flatMap(grouping -> Arrays.stream(grouping.group(1).split(",\\s*")))
                .filter(label -> !exported.contains(label))
                .map(label -> "grouping by " + label);
        return selectors.isEmpty()
                ? Stream.of("no metric of docproc")
                : Stream.concat(groupings, selectors.stream().flatMap(selector -> problems(selector, scrape)));
    }

    private static Stream<String> problems(MatchResult selector, Scrape scrape) {
        Set<String> labels = scrape.labels().get(selector.group(1));
        if (labels == null) {
            return Stream.of("metric " + selector.group(1));
        }
        String matchers = selector.group(2) == null ? "" : selector.group(2);
        return MATCHER.matcher(matchers)
                .results()
                .filter(matcher -> !(labels.contains(matcher.group(1)) || SCRAPE_LABELS.contains(matcher.group(1)))
                        || !Arrays.stream(matcher.group(2).split("\\|"))
                                .allMatch(value -> isValue(matcher.group(1), value)))
                .map(MatchResult::group);
    }

    private static boolean isValue(String label, String value) {
        return switch (label) {
            case "outcome" ->
                Stream.of(CallOutcome.values(), CompletionsConsumer.Outcome.values())
                        .flatMap(Arrays::stream)
                        .anyMatch(outcome -> outcome.toString().equals(value));
            case "code" ->
                value.matches("http-[45](\\d\\d|\\.\\.)")
                        || ErrorCode.of(Integer.parseInt(value)).isPresent();
            default -> true;
        };
    }
}
