/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Versions of Camel that the component supports. */
class CamelVersionTest {
    @Test
    void anEarlierCamelIsRejectedAtStart() {
        assertThatThrownBy(() -> start("4.8.9"))
                .rootCause()
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("requires Camel 4.10 or later", "this is Camel 4.8.9");
    }

    @ParameterizedTest
    @ValueSource(strings = {"4.10.0", "4.18.2", "4.14.0-SNAPSHOT", "4.10.3.redhat-00001", "5.0.0", "", "unknown"})
    void laterVersionsAreAccepted(String version) throws Exception {
        assertThat(start(version)).isTrue();
    }

    private static boolean start(String version) throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext() {
            @Override
            public String getVersion() {
                return version;
            }
        }) {
            context.start();
            return context.getComponent("docproc") instanceof DocprocComponent;
        }
    }
}
