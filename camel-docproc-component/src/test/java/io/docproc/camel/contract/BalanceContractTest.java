/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static io.docproc.camel.testkit.ServiceDouble.withCredentials;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocAuthenticationException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.model.Balance;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.camel.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BalanceContractTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @Test
    void theRequestIsAGetWithoutBodyAndParameters() {
        service.respondWith("{\"code\":200,\"msg\":\"success\",\"data\":{\"balance\":1}}");

        service.call("docproc:balance", "a body that stays here", Map.of("foo", "bar", "CamelHttpMethod", "POST"));

        assertThat(service.onlyRequest().getMethod().getName()).isEqualTo("GET");
        assertThat(service.onlyRequest().getUrl()).isEqualTo("/user/finance/balance");
        assertThat(service.onlyRequest().getBody()).isEmpty();
        assertThat(service.onlyHeaders()).isEqualTo(withCredentials());
    }

    @Test
    void amountsAreExactAndTheRecordConvertsToTheServicesJson() throws Exception {
        service.respondWith(
                "{\"code\":200,\"msg\":\"success\",\"data\":{\"balance\":120.50,\"available_balance\":\"100.10\","
                        + "\"unavailable_balance\":20.4,\"currency\":\"CNY\",\"frozen\":null}}");

        Message message = service.call("docproc:balance", null);

        Balance balance = message.getBody(Balance.class);
        assertThat(balance.balance()).isEqualTo(new BigDecimal("120.50"));
        assertThat(balance.availableBalance()).isEqualTo(new BigDecimal("100.10"));
        assertThat(balance.unavailableBalance()).isEqualTo(new BigDecimal("20.4"));
        String json = "{\"balance\":120.50,\"available_balance\":100.10,\"unavailable_balance\":20.4,"
                + "\"currency\":\"CNY\",\"frozen\":null}";
        Json.assertEqual(message.getBody(String.class), json);
        Json.assertEqual(new String(message.getBody(byte[].class), StandardCharsets.UTF_8), json);
        Json.assertEqual(new String(message.getBody(InputStream.class).readAllBytes(), StandardCharsets.UTF_8), json);
        assertThat(message.getHeaders())
                .containsExactlyInAnyOrderEntriesOf(
                        Map.of(DocprocConstants.CODE, 200, DocprocConstants.MESSAGE, "success"));
    }

    @Test
    void missingAmountsAreReadAsZero() {
        service.respondWith("{\"code\":200,\"msg\":null,\"data\":{\"balance\":null,\"available_balance\":\"\"}}");

        Balance balance = service.call("docproc:balance", null).getBody(Balance.class);

        assertThat(balance).isEqualTo(new Balance(BigDecimal.ZERO, BigDecimal.ZERO, BigDecimal.ZERO, Map.of()));
    }

    @Test
    void anErrorResponseBecomesAnExceptionWithItsMessage() {
        service.respondWith("{\"code\":40102,\"msg\":\"secret invalid\"}");

        DocprocAuthenticationException failure =
                service.failure(DocprocAuthenticationException.class, "docproc:balance", null);

        assertThat(failure.getCode()).isEqualTo(40102);
        assertThat(failure.getServiceMessage()).isEqualTo("secret invalid");
        assertThat(failure.getOperation()).isEqualTo("balance");
    }

    @Test
    void dataOfAnotherTypeIsAnInvalidResponse() {
        service.respondWith("{\"code\":200,\"data\":[1]}");

        assertThat(service.failure(DocprocInvalidResponseException.class, "docproc:balance", null))
                .hasMessageContaining("no 'data.");
    }
}
