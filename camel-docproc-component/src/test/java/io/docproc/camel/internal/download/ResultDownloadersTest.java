/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.http.Credentials;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.testkit.TestContexts;
import java.io.IOException;
import java.net.URI;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Tests the downloaders that the endpoints of a component share. */
class ResultDownloadersTest {
    private static final String REFUSED = "ftp://service.example.com/1";

    @AutoClose
    private final DefaultCamelContext context = TestContexts.create();

    private final ResultDownloaders downloaders = new ResultDownloaders();

    private void fetch(String appId) throws IOException {
        ServiceAccount other = TestDownloads.settings(URI.create("https://service.example.com"), 1_000)
                .account();
        ServiceAccount account = new ServiceAccount(
                other.settings(), new Credentials(appId, "secret"), other.callTimeout(), other.resources());
        downloaders
                .of(context, account, new DownloadOptions(), 1)
                .fetch("parseResult", REFUSED, new SpoolingOutputStream(new DefaultExchange(context)));
    }

    @Test
    void theDownloadersOfManyAccountsAreClosed() {
        for (int account = 0; account < 30; account++) {
            String appId = "account-" + account;
            assertThatThrownBy(() -> fetch(appId)).isInstanceOf(ResultUnavailableException.class);
        }

        assertThat(downloaders.size()).isEqualTo(8);
    }

    @Test
    void aDownloadAfterTheStopCreatesNoDownloader() {
        downloaders.stop();

        assertThatThrownBy(() -> fetch("account"))
                .isInstanceOf(ConnectionClosedException.class)
                .hasMessage("the component is stopped");
        assertThat(downloaders.size()).isZero();

        downloaders.start();
        assertThatThrownBy(() -> fetch("account")).isInstanceOf(ResultUnavailableException.class);
    }
}
