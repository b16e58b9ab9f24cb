/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class CredentialsTest {
    @Test
    void theSecretIsNotInTheirText() {
        assertThat(new Credentials("me", "hush")).asString().contains("me").doesNotContain("hush");
        assertThat(new Credentials.Presented("me", "hush")).asString().doesNotContain("hush");
    }

    @Test
    void blankOnesAreRefused() {
        assertThatThrownBy(() -> new Credentials("me", " ")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Credentials("", "hush")).isInstanceOf(IllegalArgumentException.class);
    }
}
