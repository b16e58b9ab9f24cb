/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.examples.support.CallbackSettings;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.ServiceAccount;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParsingSettingsTest {
    private final Map<String, String> properties = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();

    @Test
    void withoutPropertiesItIsASmallRunAtTheLocalServiceWithoutFaults() throws Exception {
        ParsingSettings settings = read();

        assertThat(settings.account()).isEmpty();
        assertThat(settings.documents()).isEqualTo(12);
        assertThat(settings.callbackFaults()).isEqualTo(new ParsingSettings.CallbackFaults(0, 0));
        assertThat(settings.routes()).isEqualTo("classpath:routes/parse-in-background.yaml");
        assertThat(settings.inbox()).isAbsolute().endsWithRaw(Path.of("parsing", "inbox"));
    }

    @Test
    void theRealServiceIsPolledLater() throws Exception {
        properties.putAll(
                Map.of("docproc.baseUrl", "https://api.example.com", "docproc.publicUrl", "https://me.example.com"));
        environment.putAll(Map.of("DOCPROC_APP_ID", "a", "DOCPROC_SECRET_CODE", "b", "DOCPROC_CALLBACK_SECRET", "c"));

        ParsingSettings settings = read();

        assertThat(settings.account())
                .contains(new ParsingSettings.Account(
                        new ServiceAccount("https://api.example.com", "a", "b"),
                        new CallbackSettings("https://me.example.com", 8080, "c")));
        assertThat(settings.pollAfter()).isEqualTo(Duration.ofMinutes(10));
    }

    @ParameterizedTest
    @ValueSource(strings = {"DOCPROC_APP_ID", "DOCPROC_SECRET_CODE", "DOCPROC_CALLBACK_SECRET"})
    void aMissingSecretIsNamed(String missing) {
        properties.putAll(
                Map.of("docproc.baseUrl", "https://api.example.com", "docproc.publicUrl", "https://me.example.com"));
        environment.putAll(Map.of("DOCPROC_APP_ID", "a", "DOCPROC_SECRET_CODE", "b", "DOCPROC_CALLBACK_SECRET", "c"));
        environment.remove(missing);

        assertThatThrownBy(this::read)
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining(missing);
    }

    @Test
    void theRealServiceNeedsAnAddressToCall() {
        properties.put("docproc.baseUrl", "https://api.example.com");
        environment.putAll(Map.of("DOCPROC_APP_ID", "a", "DOCPROC_SECRET_CODE", "b", "DOCPROC_CALLBACK_SECRET", "c"));

        assertThatThrownBy(this::read).hasMessageContaining("docproc.publicUrl");
    }

    @ParameterizedTest
    @ValueSource(strings = {"many", "-1", "1.5", "9999999999"})
    void aNumberThatIsNoneIsExplained(String value) {
        properties.put("docproc.lose", value);

        assertThatThrownBy(this::read).hasMessage("docproc.lose is '" + value + "'; allowed is a whole number from 0");
    }

    private ParsingSettings read() throws InvalidSettingException {
        return ParsingSettings.from(properties::get, environment);
    }
}
