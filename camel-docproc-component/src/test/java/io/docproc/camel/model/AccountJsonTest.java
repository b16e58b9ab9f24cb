/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import static io.docproc.camel.testkit.Json.read;
import static io.docproc.camel.testkit.Json.rewritten;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.Json;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

final class AccountJsonTest {
    private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");

    @Test
    void amountsAreExact() {
        Balance balance = read(
                "{\"balance\":100.10,\"available_balance\":0.1000000000000000055511151231257827,"
                        + "\"unavailable_balance\":99999999999999999.99}",
                Balance.class);

        assertThat(balance.balance()).isEqualTo(new BigDecimal("100.10"));
        assertThat(balance.availableBalance()).isEqualTo(new BigDecimal("0.1000000000000000055511151231257827"));
        assertThat(balance.unavailableBalance()).isEqualTo(new BigDecimal("99999999999999999.99"));
        assertThat(Json.write(balance)).contains("100.10", "99999999999999999.99");
    }

    @Test
    void amountsThatAreAbsentNullOrTextsAreRead() {
        Balance balance =
                read("{\"balance\":null,\"available_balance\":\"12.30\",\"currency\":\"CNY\"}", Balance.class);

        assertThat(balance.balance()).isZero();
        assertThat(balance.availableBalance()).isEqualTo(new BigDecimal("12.30"));
        assertThat(balance.unavailableBalance()).isZero();
        assertThat(balance.other()).containsEntry("currency", "CNY");
        assertThat(read(Json.write(balance)).get("currency").asText()).isEqualTo("CNY");
    }

    @Test
    void packageIsReadAndWrittenInTheSpellingOfTheService() {
        String json =
                """
                {"id":4711,"service_list":["pdf_to_markdown","crop"],"total_count":1000,"remain_count":250,
                 "use_count":750,"create_time":"2025-01-01 08:00:00","start_time":"2025-01-01 08:00:00",
                 "end_time":"2026-01-01 08:00:00","tier":"gold"}
                """;

        ServicePackage read = read(json, ServicePackage.class);

        assertThat(read.services()).containsExactly("pdf_to_markdown", "crop");
        assertThat(read.remainCount()).isEqualTo(250);
        assertThat(read.endsAt()).contains(LocalDateTime.of(2026, 1, 1, 8, 0));
        assertThat(rewritten(json, ServicePackage.class)).isEqualTo(read(json));
    }

    @Test
    void countsAndIdsAreConvertedFromText() {
        ServicePackage read = read(
                "{\"id\":\"9007199254740993\",\"total_count\":\"10\",\"remain_count\":\"0\",\"use_count\":\"10\","
                        + "\"service_list\":null}",
                ServicePackage.class);

        assertThat(read.id()).isEqualTo(9007199254740993L);
        assertThat(read.totalCount()).isEqualTo(10);
        assertThat(read.services()).isEmpty();
        assertThat(read.exhausted()).isTrue();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "soon", "2026-05-01", "2026-13-01 00:00:00", "2026-05-01T12:00:00Z"})
    void packageWithUnreadableEndIsNotExpired(String endTime) {
        ServicePackage unreadable = packageWith(1, endTime);

        assertThat(unreadable.endsAt()).isEmpty();
        assertThat(unreadable.expiredAt(Clock.system(ZONE))).isFalse();
    }

    private static ServicePackage packageWith(long remaining, String endTime) {
        return new ServicePackage(1, List.of(), 100, remaining, 0, null, null, endTime, Map.of());
    }
}
