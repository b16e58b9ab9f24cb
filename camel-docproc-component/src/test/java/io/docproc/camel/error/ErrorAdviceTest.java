/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.testkit.ComponentJson;
import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.tooling.model.BaseOptionModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Advice that the messages of exceptions contain. */
final class ErrorAdviceTest {
    private static final Set<String> OPTIONS = ComponentJson.model().getEndpointOptions().stream()
            .map(BaseOptionModel::getName)
            .filter(name -> !name.equals(name.toLowerCase(Locale.ROOT)))
            .collect(Collectors.toSet());

    @ParameterizedTest
    @EnumSource
    void adviceNamesOnlyOptionsOfTheOperation(ErrorCode code) {
        for (DocprocOperation operation : DocprocOperation.values()) {
            assertThat(optionsIn(code.advice(operation.name())))
                    .as("advice for %s", operation)
                    .allMatch(name -> {
                        var owners = ComponentJson.options().having(name);
                        return owners.isEmpty() || owners.contains(operation);
                    });
        }
    }

    private static Stream<String> optionsIn(String advice) {
        return Arrays.stream(advice.split("[^A-Za-z]+")).filter(OPTIONS::contains);
    }

    @ParameterizedTest
    @CsvSource({
        "40424, extract, check pageStart and pageCount",
        "40424, parseSync, check pageRange",
        "40424, parseAsync, check pageRange",
        "50207, call, (the exception contains the partial response)",
        "50207, extract, with partialFailure=accept it becomes the body",
        "50207, parseSync, with partialFailure=accept it becomes the body",
        "40423, crop, send the document without a password",
        "40400, updateTable, check workflowUrl"
    })
    void theMessageContainsTheAdviceForTheOperation(int code, String operation, String advice) {
        assertThat(ErrorCode.exceptionFor(new ServiceFailure(operation, code, "words", "", 200)))
                .hasMessageContaining(advice);
    }

    @ParameterizedTest
    @EnumSource
    void generalAdviceNamesNoOptionOfSomeOperations(ErrorCode code) {
        assertThat(optionsIn(code.advice()))
                .allMatch(name -> ComponentJson.options().having(name).isEmpty());
    }

    @ParameterizedTest
    @EnumSource
    void theServiceMessageOfARejectionIsEmpty(ErrorCode code) {
        DocprocException rejection = code.refusal("extract", "pageCount is 0");

        assertThat(rejection.getServiceMessage()).isEmpty();
        assertThat(rejection.getReason()).isEqualTo("pageCount is 0");
        assertThat(rejection).hasMessageContainingAll("pageCount is 0", code.advice("extract"));
    }

    @Test
    void theServiceMessageContainsNoAdvice() {
        assertThat(ErrorCode.exceptionFor(new ServiceFailure("extract", 40424, "page 9", "", 200))
                        .getServiceMessage())
                .isEqualTo("page 9");
    }
}
