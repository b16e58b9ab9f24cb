/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.ValueSource;

final class CredentialsTest {
    @Test
    void toStringMasksSecretCode() {
        assertThat(new Credentials("app-1", "t0p.s3cr3t")).hasToString("Credentials[appId=app-1, secretCode=xxxxxx]");
    }

    @ParameterizedTest
    @NullAndEmptySource
    void missingValueIsRejectedByName(String missing) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Credentials(missing, "secret"))
                .withMessageContaining("Option appId is required");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Credentials("app", missing))
                .withMessageContaining("Option secretCode is required");
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", "q w", "a\n", "\ra", "a\r\nx-other: 1", "a\tb", "a\u0000", "a\u007f", "sécret", "密码"})
    void invalidHeaderValueIsRejectedWithoutQuotation(String value) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Credentials("app", value))
                .withMessageContaining("Option secretCode contains a space, a line break or a character")
                .withMessageNotContaining(value.equals(" ") ? "' '" : value);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Credentials(value, "secret"))
                .withMessageContaining("Option appId contains");
    }

    @Test
    void everyVisibleAsciiCharacterIsAllowed() {
        StringBuilder visible = new StringBuilder();
        for (char character = '!'; character <= '~'; character++) {
            visible.append(character);
        }

        assertThat(new Credentials("app", visible.toString()).secretCode()).isEqualTo(visible.toString());
    }
}
