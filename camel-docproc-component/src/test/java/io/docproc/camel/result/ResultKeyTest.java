/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ResultKeyTest {
    private static final byte[] DOCUMENT = {1, 2, 3};

    private static ResultKey key(Map<String, String> fields) {
        return ResultKey.of(URI.create("https://service.example"), "app", "extract", DOCUMENT, fields);
    }

    private static ResultKey key(String baseUrl, String appId, String operation, byte... document) {
        return ResultKey.of(URI.create(baseUrl), appId, operation, document, Map.of());
    }

    @Test
    void eachPartMakesAnotherKey() {
        assertThat(List.of(
                        key(Map.of()),
                        key("https://service.example/v2", "app", "extract", DOCUMENT),
                        key("http://service.example", "app", "extract", DOCUMENT),
                        key("https://service.example", "ap", "extract", DOCUMENT),
                        key("https://service.example", "app", "crop", DOCUMENT),
                        key("https://service.example", "app", "extract", (byte) 1, (byte) 2),
                        key(Map.of("a", "bc")),
                        key(Map.of("ab", "c")),
                        key(Map.of("a", "")),
                        key(Map.of("a", "1", "b", "2")),
                        key(Map.of("a", "1b2"))))
                .doesNotHaveDuplicates();
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
        assertThat(key(baseUrl, "app", "extract", DOCUMENT)).isEqualTo(key(Map.of()));
    }

    @Test
    void digestIsStableAcrossReleases() {
        assertThat(key(Map.of("page_start", "1")).toString())
                .isEqualTo("b865e3bf491e9ac029cdec619d0e6d457de18f1b70c6e30d0878fa915225ae20");
    }

    @Test
    void invalidDigestIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new ResultKey("../../etc/passwd"));
    }
}
