/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.account;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CredentialsTest {
    @Test
    void theSecretIsNotInTheirText() {
        assertThat(new Credentials("me", "hush")).asString().contains("me").doesNotContain("hush");
    }
}
