/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.net.URI;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultKeyTest {
    private static final byte[] DOCUMENT = {1, 2, 3};

    private static ResultKey.Builder builder(String baseUrl, String appId, String operation, byte[] document) {
        return ResultKey.builder()
                .account(URI.create(baseUrl), appId)
                .operation(operation)
                .document(document);
    }

    private static ResultKey key(UnaryOperator<ResultKey.Builder> fields) {
        return fields.apply(builder("https://service.example", "app", "extract", DOCUMENT))
                .build();
    }

    @Test
    void theOrderOfTheFieldsDoesNotMatter() {
        ResultKey one = key(builder -> builder.field("page_start", "1").field("page_count", "2"));
        ResultKey other = key(builder -> builder.field("page_count", "2").field("page_start", "1"));

        assertThat(one).isEqualTo(other);
    }

    @Test
    void eachPartMakesAnotherKey() {
        List<ResultKey> keys = Stream.of(
                        builder("https://service.example", "app", "extract", DOCUMENT),
                        builder("https://service.example/v2", "app", "extract", DOCUMENT),
                        builder("http://service.example", "app", "extract", DOCUMENT),
                        builder("https://service.example", "ap", "extract", DOCUMENT),
                        builder("https://service.example", "app", "crop", DOCUMENT),
                        builder("https://service.example", "app", "extract", new byte[] {1, 2}),
                        builder("https://service.example", "app", "extract", DOCUMENT)
                                .field("a", "bc"),
                        builder("https://service.example", "app", "extract", DOCUMENT)
                                .field("ab", "c"),
                        builder("https://service.example", "app", "extract", DOCUMENT)
                                .field("a", ""),
                        builder("https://service.example", "app", "extract", DOCUMENT)
                                .field("a", "1")
                                .field("b", "2"),
                        builder("https://service.example", "app", "extract", DOCUMENT)
                                .field("a", "1b2"))
                .map(ResultKey.Builder::build)
                .toList();

        assertThat(keys).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://service.example/",
                "HTTPS://Service.Example",
                "https://service.example:443",
                "https://service.example:443//"
            })
    void spellingsOfTheBaseUrlAreOneAccount(String baseUrl) {
        assertThat(builder(baseUrl, "app", "extract", DOCUMENT).build())
                .isEqualTo(builder("https://service.example", "app", "extract", DOCUMENT)
                        .build());
    }

    @Test
    void keyRevealsNoneOfItsParts() {
        ResultKey key = key(builder -> builder.field("pdf_pwd", "open sesame"));

        assertThat(key.toString()).matches("[0-9a-f]{64}").isEqualTo(key.value());
    }

    @Test
    void digestIsStableAcrossReleases() {
        assertThat(key(builder -> builder.field("page_start", "1")).value())
                .isEqualTo("b865e3bf491e9ac029cdec619d0e6d457de18f1b70c6e30d0878fa915225ae20");
    }

    @Test
    void aFieldIsAddedOnce() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> key(builder -> builder.field("a", "1").field("a", "2")))
                .withMessageContaining("'field a'");
    }

    @Test
    void aKeyWithoutADocumentIsRefused() {
        ResultKey.Builder builder = ResultKey.builder()
                .account(URI.create("https://service.example"), "app")
                .operation("extract");

        assertThatIllegalStateException().isThrownBy(builder::build).withMessageContaining("'document'");
    }

    @Test
    void invalidDigestIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ResultKey("../../etc/passwd"));
    }
}
