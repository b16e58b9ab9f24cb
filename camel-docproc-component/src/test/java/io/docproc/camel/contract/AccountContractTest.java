/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.model.Balance;
import io.docproc.camel.model.ServicePackage;
import io.docproc.camel.model.ServicePackages;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.ServiceDouble;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Stream;
import org.apache.camel.Message;
import org.apache.camel.spi.Language;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The operations {@code balance} and {@code packages}. */
class AccountContractTest {
    private static final String URI = "docproc:packages?apiPath=/ai/service/v1/pdf_to_markdown";
    private static final String LIST =
            """
            [{"id":7,"service_list":["a","b"],"total_count":1000,"remain_count":0,"use_count":1000,\
            "create_time":"2026-01-01 00:00:00","start_time":"2026-01-01 00:00:00","end_time":"2026-06-30 23:59:59",\
            "tier":"gold"},{"id":8,"service_list":[],"total_count":5,"remain_count":5,"use_count":0,"create_time":"",\
            "start_time":"","end_time":"forever"}]""";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void respondWithTwoPackages() {
        service.respondWith("{\"code\":200,\"msg\":\"success\",\"data\":{\"list\":" + LIST + "}}");
    }

    @Test
    void theBodyIsAListThatConvertsToTheServicesJson() {
        Message message = service.call(URI, null);

        assertThat(message.getBody()).isInstanceOf(ServicePackages.class).isInstanceOf(List.class);
        ServicePackage first = message.getBody(ServicePackages.class).get(0);
        assertThat(first.services()).containsExactly("a", "b");
        assertThat(first.other()).containsEntry("tier", "gold");
        assertThat(message.getBody(String.class)).isEqualTo(LIST);
    }

    @Test
    void expiryAndExhaustionAreComputed() {
        ServicePackages packages = service.call(URI, null).getBody(ServicePackages.class);

        assertThat(packages.get(0).expiredAt(at("2026-06-30T23:59:59Z"))).isFalse();
        assertThat(packages.get(0).expiredAt(at("2026-07-01T00:00:00Z"))).isTrue();
        assertThat(packages.get(0).exhausted()).isTrue();
        assertThat(packages.get(1).expiredAt(at("2099-01-01T00:00:00Z"))).isFalse();
        assertThat(packages.get(1).exhausted()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "isExpired, true, false",
        "isExpired(), true, false",
        "expiredIn('Asia/Shanghai'), true, false",
        "expiresWithin('7d'), true, true",
        "expiresWithin('PT1H'), true, false"
    })
    void aRouteReadsTheExpiryWithTheSimpleLanguage(String method, boolean ofPast, boolean ofNextDays) {
        String past = end(LocalDateTime.now(ZoneId.systemDefault()).minusDays(3));
        String nextDays = end(LocalDateTime.now(ZoneId.systemDefault()).plusDays(3));
        service.respondWith("{\"code\":200,\"data\":{\"list\":[" + past + "," + nextDays + ",{\"id\":1}]}}");

        Message message = service.call(URI, null);

        Language simple = service.context().resolveLanguage("simple");
        List<Boolean> values = Stream.of(0, 1, 2)
                .map(index -> simple.createExpression("${body[" + index + "]." + method + "}")
                        .evaluate(message.getExchange(), Boolean.class))
                .toList();
        assertThat(values).containsExactly(ofPast, ofNextDays, false);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "[]|0",
                "null|0",
                "[null]|0",
                "[{'remain_count':7,'end_time':'2099-01-01 00:00:00'},{'remain_count':4}]|11",
                "[{'remain_count':7,'end_time':'2001-01-01 00:00:00'}]|0",
                "[{'remain_count':0},{'total_count':10,'use_count':8}]|2"
            })
    void remainingCallsAreThoseOfPackagesThatHaveNotExpired(String packages, long remaining) {
        service.respondWith("{\"code\":200,\"data\":{\"list\":" + packages.replace('\'', '"') + "}}");

        Message message = service.call(URI, null);

        Language simple = service.context().resolveLanguage("simple");
        assertThat(simple.createExpression("${body.remainingCalls}").evaluate(message.getExchange(), Long.class))
                .isEqualTo(remaining);
        assertThat(simple.createPredicate("${body.remainingCalls} < 5").matches(message.getExchange()))
                .isEqualTo(remaining < 5);
    }

    private static String end(LocalDateTime time) {
        return "{\"end_time\":\"" + time.format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss")) + "\"}";
    }

    private static Clock at(String instant) {
        return Clock.fixed(Instant.parse(instant), ZoneOffset.UTC);
    }

    @Test
    void amountsAreExactAndUnknownFieldsAreKept() {
        service.respondWith(
                "{\"code\":200,\"msg\":\"success\",\"data\":{\"balance\":120.50,\"available_balance\":\"100.10\","
                        + "\"unavailable_balance\":20.4,\"currency\":\"CNY\",\"frozen\":null}}");

        Message message = service.call("docproc:balance", null);

        Balance balance = message.getBody(Balance.class);
        assertThat(balance.balance()).isEqualTo(new BigDecimal("120.50"));
        assertThat(balance.availableBalance()).isEqualTo(new BigDecimal("100.10"));
        assertThat(balance.unavailableBalance()).isEqualTo(new BigDecimal("20.4"));
        Json.assertEqual(
                message.getBody(String.class),
                "{\"balance\":120.50,\"available_balance\":100.10,\"unavailable_balance\":20.4,"
                        + "\"currency\":\"CNY\",\"frozen\":null}");
    }
}
