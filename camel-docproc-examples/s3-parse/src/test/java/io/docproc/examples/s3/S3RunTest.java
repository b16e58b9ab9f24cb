/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.examples.samples.NumberedDocuments;
import io.docproc.examples.support.AccountOutage;
import io.docproc.examples.support.LocalPort;
import io.docproc.examples.support.RotatingValueSource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class S3RunTest extends WithS3Server {
    private static List<String> submissions(S3Fixture s3) {
        return s3.calls().stream()
                .filter(call -> call.startsWith("parseAsync "))
                .toList();
    }

    @ParameterizedTest
    @RotatingValueSource({"yaml", "xml"})
    void everyDocumentIsSentOnceAndHasItsResultOrItsError(String language) throws Exception {
        try (S3Fixture s3 = new S3Fixture(home, server.endpoint())) {
            s3.with("docproc.dsl", language);
            Map<String, Path> documents = new TreeMap<>();
            for (Path file : NumberedDocuments.write(home, 4)) {
                documents.put("März 2026/a+b & c/" + file.getFileName(), file);
            }
            documents.forEach((key, file) -> s3.put(key, file));
            s3.put("broken.pdf", "%PDF-1.7\nand nothing more");
            s3.put("nothing.txt", "");

            assertThat(s3.run()).as(s3.console()).isFalse();

            assertThat(s3.console())
                    .contains("6 documents: 4 parsed, 2 failed", "[1/6]", "[6/6]", "broken.pdf ... FAILED");
            assertThat(s3.keys("inbox")).isEmpty();
            assertThat(s3.keys("results"))
                    .hasSameElementsAs(documents.keySet().stream()
                            .map(key -> key + ".json")
                            .toList());
            documents.forEach((key, file) -> assertThat(s3.text("results", key + ".json"))
                    .contains("REF-" + file.getFileName().toString().substring("document-".length(), 14)));
            assertThat(s3.keys("done")).hasSize(6);
            assertThat(s3.keys("failed"))
                    .containsExactly("broken.pdf", "broken.pdf.error.txt", "nothing.txt", "nothing.txt.error.txt");
            assertThat(s3.text("failed", "broken.pdf.error.txt")).contains("broken.pdf was not parsed", "40422");
            assertThat(s3.text("failed", "nothing.txt.error.txt")).contains("40305");
            List<String> submissions = submissions(s3);

            Path first = documents.values().iterator().next();
            s3.put("again/" + first.getFileName(), first);
            assertThat(s3.run()).as(s3.console()).isTrue();

            assertThat(submissions(s3))
                    .as("the same document is not billed again")
                    .isEqualTo(submissions);
            assertThat(s3.keys("results")).hasSize(5);
        }
    }

    @ParameterizedTest
    @CsvSource("40003, yaml")
    void documentsStayInTheirBucketUntilTheAccountWorksAgain(int code, String language) throws Exception {
        AccountOutage outage = new AccountOutage(code);
        try (S3Fixture s3 = new S3Fixture(home, server.endpoint(), outage.fault("parseAsync"))) {
            s3.with("docproc.dsl", language);
            for (int number = 0; number < 4; number++) {
                s3.put(number + ".txt", "delivery " + number);
            }

            assertThat(s3.run()).as(s3.console()).isTrue();

            outage.assertProbed(s3.calls(), "parseAsync", 4);
            assertThat(s3.keys("failed")).isEmpty();
            assertThat(s3.keys("results")).hasSize(4);
        }
    }

    @Tag("endurance")
    @ParameterizedTest
    @CsvSource({"40102, xml", "40008, yaml"})
    void documentsStayInTheirBucketAfterEachAccountError(int code, String language) throws Exception {
        documentsStayInTheirBucketUntilTheAccountWorksAgain(code, language);
    }

    @Test
    void aResultThatCannotBeStoredIsNotBilledAgainWhenItsDocumentIsPutBack() throws Exception {
        try (S3Fixture s3 = new S3Fixture(home, server.endpoint());
                RejectingS3Proxy refusing = new RejectingS3Proxy(
                        server.endpoint(),
                        call -> call.getRequestMethod().equals("PUT")
                                && call.getRequestURI().toString().contains("/results-"),
                        Integer.MAX_VALUE)) {
            s3.put("a.txt", "delivery");
            assertThat(s3.with("s3.endpoint", refusing.endpoint()).run()).isFalse();
            assertThat(s3.text("failed", "a.txt.error.txt")).contains("403");

            s3.put("a.txt", s3.text("failed", "a.txt"));
            assertThat(s3.with("s3.endpoint", server.endpoint().toString()).run())
                    .as(s3.console())
                    .isTrue();

            assertThat(s3.text("results", "a.txt.json")).contains("delivery");
            assertThat(submissions(s3)).hasSize(1);
        }
    }

    @Test
    void aDocumentThatCannotBeMovedEndsTheRunWithItsReason() throws Exception {
        try (S3Fixture s3 = new S3Fixture(home, server.endpoint(), "operation=parseAsync,kind=code,code=40422")) {
            s3.put("a.txt", "delivery");

            assertThat(s3.with("s3.failed", "elsewhere").run()).isFalse();

            assertThat(s3.console()).contains("The documents cannot be moved: ", "0 documents");
            assertThat(s3.keys("inbox")).containsExactly("a.txt");
        }
    }

    @Test
    void anUnknownServerEndsTheRunWithItsReason() throws Exception {
        try (S3Fixture s3 = new S3Fixture(home, server.endpoint())) {
            s3.with("s3.endpoint", "http://127.0.0.1:" + LocalPort.free());

            assertThat(s3.run()).isFalse();

            assertThat(s3.console()).contains("The buckets cannot be used");
        }
    }
}
