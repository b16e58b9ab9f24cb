/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.examples.support.InvalidSettingException;
import java.net.URI;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkSystemSetting;
import software.amazon.awssdk.services.s3.model.S3Exception;

class S3StoreTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"localhost:9000", "localhost", "//localhost:9000", "ftp://localhost", "http://", "http://a b"})
    void anEndpointThatIsNoUrlIsRejectedWithTheAllowedOnes(String endpoint) {
        assertThatThrownBy(() -> store(endpoint))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("s3.endpoint is '" + endpoint + "'")
                .hasMessageContaining("http://localhost:9000");
    }

    @Test
    void temporaryCredentialsAreSentWithTheirToken() throws Exception {
        AtomicReference<String> token = new AtomicReference<>();
        String property = SdkSystemSetting.AWS_SESSION_TOKEN.property();
        System.setProperty(property, "token-of-an-hour");
        try (RejectingS3Proxy server = new RejectingS3Proxy(
                        URI.create("http://unused"),
                        call -> {
                            token.set(call.getRequestHeaders().getFirst("X-Amz-Security-Token"));
                            return true;
                        },
                        Integer.MAX_VALUE);
                S3Store store = store(server.endpoint())) {
            assertThatThrownBy(store::requireBuckets).isInstanceOf(S3Exception.class);
        } finally {
            System.clearProperty(property);
        }

        assertThat(token.get()).isEqualTo("token-of-an-hour");
    }

    private static S3Store store(String endpoint) throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.getPropertiesComponent().addLocation("classpath:s3-parse/application.properties");
            Properties own = new Properties();
            own.setProperty("s3.endpoint", endpoint);
            context.getPropertiesComponent().setOverrideProperties(own);
            return S3Store.of(context);
        }
    }
}
