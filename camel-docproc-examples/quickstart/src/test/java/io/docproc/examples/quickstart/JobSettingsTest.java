/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.RunMode;
import io.docproc.examples.support.ServiceAccount;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobSettingsTest {
    private static final Map<String, String> CREDENTIALS =
            Map.of("DOCPROC_APP_ID", "app", "DOCPROC_SECRET_CODE", "hidden");

    @Test
    void withoutAnAddressTheLocalServiceIsUsed() throws Exception {
        JobSettings settings = settings(Map.of(), CREDENTIALS);

        assertThat(settings.account()).isEmpty();
        assertThat(settings.requestsPerSecond()).isZero();
        assertThat(settings.runMode()).isEqualTo(RunMode.UNTIL_IDLE);
    }

    @Test
    void anAccountIsCalledNoFasterThanItsUsualLimit() throws Exception {
        JobSettings settings = settings(Map.of("docproc.baseUrl", "https://service.example.com"), CREDENTIALS);

        assertThat(settings.account()).hasValue(new ServiceAccount("https://service.example.com", "app", "hidden"));
        assertThat(settings.requestsPerSecond()).isEqualTo(2);
        assertThat(settings.toString()).doesNotContain("hidden");
    }

    @Test
    void anAddressWithoutCredentialsIsRefusedAndTheVariableNamed() {
        assertThatThrownBy(() -> settings(
                        Map.of("docproc.baseUrl", "https://service.example.com"), Map.of("DOCPROC_APP_ID", "app")))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("DOCPROC_SECRET_CODE");
    }

    @ParameterizedTest
    @CsvSource({"docproc.concurrency,0", "docproc.redeliveries,-1", "docproc.redeliveryDelay,soon"})
    void aNumberThatCannotBeIsRefusedAndNamed(String property, String value) {
        assertThatThrownBy(() -> settings(Map.of(property, value), Map.of()))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining(property)
                .hasMessageContaining("'" + value + "'");
    }

    @Test
    void foldersBelongToTheModuleUnlessTheyAreGiven() throws Exception {
        JobSettings settings = settings(Map.of("docproc.home", "/home/pages", "docproc.outbox", "/out"), Map.of());

        assertThat(settings.inbox()).isEqualTo(Path.of("/home/pages/inbox"));
        assertThat(settings.outbox()).isEqualTo(Path.of("/out"));
    }

    private static JobSettings settings(Map<String, String> properties, Map<String, String> environment)
            throws InvalidSettingException {
        return JobSettings.from(properties::get, environment);
    }
}
