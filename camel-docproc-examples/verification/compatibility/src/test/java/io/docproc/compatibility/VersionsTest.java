/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.compatibility;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.cfg.PackageVersion;
import org.apache.camel.CamelContext;
import org.apache.camel.impl.engine.SimpleCamelContext;
import org.apache.camel.util.concurrent.ThreadType;
import org.apache.hc.core5.util.VersionInfo;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootVersion;

/** Versions of the libraries in this run, and its threads. */
class VersionsTest {
    @Test
    void camelAndItsThreadsAreThoseOfTheRun() throws Exception {
        try (CamelContext context = new SimpleCamelContext()) {
            assertThat(context.getVersion()).isEqualTo(System.getProperty("expected.camel"));
        }
        assertThat(ThreadType.current() == ThreadType.VIRTUAL)
                .isEqualTo(Boolean.getBoolean("camel.threads.virtual.enabled"));
        // The table of the documentation shows this line of the report.
        System.out.println("versions: "
                + String.join(
                        " | ",
                        PackageVersion.VERSION.toString(),
                        httpClient(),
                        SpringBootVersion.getVersion(),
                        junit()));
    }

    private static String httpClient() {
        return VersionInfo.loadVersionInfo("org.apache.hc.client5", VersionsTest.class.getClassLoader())
                .getRelease();
    }

    private static String junit() {
        return Test.class.getPackage().getImplementationVersion();
    }
}
