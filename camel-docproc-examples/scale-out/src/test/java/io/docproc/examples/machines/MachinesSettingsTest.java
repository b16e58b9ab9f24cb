/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.machines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MachinesSettingsTest {
    @ParameterizedTest
    @CsvSource({"8, 4, 2", "10, 4, 2", "4, 4, 1", "7, 1, 7"})
    void everyWorkerGetsAsManyWholeCallsAsThereAreForAll(int account, int workers, int share) throws Exception {
        MachinesSettings settings = from(Map.of(
                "docproc.accountCallsPerSecond", String.valueOf(account), "docproc.workers", String.valueOf(workers)));

        assertThat(settings.quota().share()).isEqualTo(share);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "docproc.workers=9 | docproc.workers is 9; an account with 8 calls per second is enough for 8 workers at most",
                "docproc.workers=none | docproc.workers is 'none'; allowed is a whole number from 1",
                "docproc.kill=4 | docproc.kill is 4; allowed is less than docproc.workers",
                "docproc.dsl=java | docproc.dsl is 'java'; allowed are yaml and xml",
                "docproc.baseUrl=https://service.example.com | docproc.baseUrl is set, so the environment variable"
                        + " DOCPROC_APP_ID must be set too"
            })
    void whatCannotBeUsedIsRefusedWithWhatIsAllowed(String property, String message) {
        String[] pair = property.split("=");

        assertThatThrownBy(() -> from(Map.of(pair[0], pair[1])))
                .isInstanceOf(MachinesSettings.InvalidException.class)
                .hasMessage(message);
    }

    @Test
    void aChildProcessInheritsTheSettings() throws Exception {
        Map<String, String> reader = new HashMap<>(Map.of(
                "docproc.shared", "/mnt/documents",
                "docproc.queue", "claims",
                "docproc.accountCallsPerSecond", "20",
                "docproc.workers", "5",
                "docproc.concurrency", "3",
                "docproc.redeliveries", "1",
                "docproc.redeliveryDelay", "7",
                "docproc.attempts", "9",
                "docproc.postponement", "11",
                "docproc.dsl", "xml"));
        reader.put("docproc.worker", "w");

        MachinesSettings child = from(with(from(reader).properties(), "docproc.worker", "w"));

        assertThat(child).isEqualTo(from(reader));
        assertThat(child.retryPolicy().attempts()).isEqualTo(9);
    }

    @Test
    void withARealAccountNoWorkerIsKilledByDefault() throws Exception {
        Map<String, String> credentials = Map.of("DOCPROC_APP_ID", "app-1", "DOCPROC_SECRET_CODE", "not-to-be-seen");
        MachinesSettings settings =
                MachinesSettings.from(Map.of("docproc.baseUrl", "https://service.example.com")::get, credentials);

        assertThat(settings.demo().kills()).isZero();
        assertThat(settings.toString()).doesNotContain("not-to-be-seen");
        assertThat(settings.properties().toString()).doesNotContain("not-to-be-seen");
    }

    private static MachinesSettings from(Map<String, String> properties) throws MachinesSettings.InvalidException {
        return MachinesSettings.from(properties::get, Map.of());
    }

    private static Map<String, String> with(Map<String, String> properties, String name, String value) {
        Map<String, String> more = new HashMap<>(properties);
        more.put(name, value);
        return more;
    }
}
