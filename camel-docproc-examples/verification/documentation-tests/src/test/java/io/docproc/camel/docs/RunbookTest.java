/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.Repository;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The events of the page for the night, and the alert rules that refer to them. */
final class RunbookTest {
    private static final Path ALERT_TESTS = Path.of("src/test/resources/docs/operating/docproc-alerts-test.yml");
    private static final Pattern MESSAGE = Pattern.compile("`\\+([A-Za-z][^`]*? [^`]*?)\\+`");

    private static final Pattern NUMBER = Pattern.compile("\\b(\\d+)\\b( minutes| %|)");
    private static final Path PAGE = GeneratedPage.PAGES.resolve("docproc-night.adoc");

    private final String page = Files.readString(PAGE);

    RunbookTest() throws IOException {}

    @Test
    void eachAlertHasASectionThatNamesIt() throws IOException {
        assertThat(MetricQueries.alertRules()).isNotEmpty().allSatisfy(rule -> {
            Map<?, ?> annotations = (Map<?, ?>) rule.get("annotations");
            String[] runbook = ((String) annotations.get("runbook")).split("#");
            assertThat(runbook[0]).isEqualTo("docproc-night.adoc");
            String severity = (String) ((Map<?, ?>) rule.get("labels")).get("severity");
            assertThat(section(runbook[1])).contains("`" + rule.get("alert") + "` (" + severity + ")");
        });
    }

    @Test
    void theNumbersOfEachConditionAreThoseOfItsExpression() throws IOException {
        assertThat(MetricQueries.alertRules()).allSatisfy(rule -> {
            String condition = (String) ((Map<?, ?>) rule.get("annotations")).get("description");
            String expression = (String) rule.get("expr");
            assertThat(NUMBER.matcher(condition)
                            .results()
                            .map(number -> inExpression(number.group(1), number.group(2))))
                    .allSatisfy(number -> assertThat(expression).contains(number));
        });
    }

    private static String inExpression(String number, String unit) {
        return switch (unit) {
            case " minutes" -> "[" + number + "m";
            case " %" -> "> 0.0" + number;
            default -> number;
        };
    }

    private String section(String anchor) {
        int start = page.indexOf("\n[#" + anchor + "]\n=== ");
        assertThat(start).as("section %s", anchor).isPositive();
        int end = page.indexOf("\n== ", start);
        int next = page.indexOf("\n=== ", page.indexOf("\n=== ", start) + 1);
        return page.substring(start, next < 0 ? end : Math.min(end, next));
    }

    @Test
    void eachAlertIsTested() throws IOException {
        String tests = Files.readString(ALERT_TESTS);

        assertThat(MetricQueries.alertRules())
                .allSatisfy(rule -> assertThat(tests).contains((String) rule.get("alert")));
    }

    @Test
    void theQuotedMessagesAreThoseOfTheCode() throws IOException {
        Set<String> texts = MessageTexts.in(Repository.COMPONENT.resolve("src/main/java"));
        List<String> quotations = MESSAGE.matcher(page)
                .results()
                .map(quotation -> quotation.group(1))
                .toList();

        assertThat(quotations).hasSizeGreaterThan(10).allSatisfy(quotation -> assertThat(texts)
                .anyMatch(text -> text.contains(quotation)));
    }

    @Test
    void promtoolAcceptsTheRules() throws Exception {
        String promtool = InstalledProgram.require("promtool");
        Process process = new ProcessBuilder(promtool, "test", "rules", ALERT_TESTS.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(output).isZero();
    }
}
