/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static io.docproc.local.RunningService.BALANCE;
import static io.docproc.local.RunningService.PACKAGES;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AccountCallsTest {
    private static final byte[] PHOTO = {1};
    private static final String PARSING = "?api_path=/ai/service/v1/pdf_to_markdown";

    @TempDir
    Path temp;

    private final MutableClock clock = new MutableClock();
    private RunningService service;

    @AfterEach
    void stop() {
        service.close();
    }

    @Test
    void callsAreBilledToThePackageThenToTheBalanceThenRejected() throws Exception {
        start(new LocalServiceOptions()
                .packageCalls(2)
                .availableBalance(new BigDecimal("0.25"))
                .price(new BigDecimal("0.10")));

        List<Integer> codes = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            codes.add(service.crop("", PHOTO).code());
        }

        assertThat(codes).containsExactly(200, 200, 200, 200, 40003);
        assertThat(remaining(1001)).isZero();
        assertThat(available()).isEqualByComparingTo("0.05");
        assertThat(service.calls("crop").at("/billed/package_calls").asInt()).isEqualTo(2);
        assertThat(service.calls("crop").at("/billed/balance").decimalValue()).isEqualByComparingTo("0.20");
    }

    @Test
    void anEmptyAccountCanBeChargedAfterATopUp() throws Exception {
        start(new LocalServiceOptions()
                .packageCalls(0)
                .availableBalance(BigDecimal.ZERO)
                .price(new BigDecimal("0.10")));
        assertThat(service.crop("", PHOTO).code()).isEqualTo(40003);

        assertThat(service.topUp("{\"balance\": 0.10}").text()).isEqualTo("{\"available_balance\":0.10}");
        assertThat(service.crop("", PHOTO).code()).isEqualTo(200);
        assertThat(service.crop("", PHOTO).code()).isEqualTo(40003);

        service.topUp("{\"package_calls\": 1}");
        assertThat(remaining(1001)).isEqualTo(1);
        assertThat(service.crop("", PHOTO).code()).isEqualTo(200);
        assertThat(service.crop("", PHOTO).code()).isEqualTo(40003);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "no JSON",
                "{\"balance\": 0}",
                "{\"balance\": -1, \"package_calls\": 1}",
                "{\"balance\": \"5\"}",
                "{\"package_calls\": 0}",
                "{\"balance\": 1, \"calls\": 1}",
                "[]"
            })
    void anInvalidTopUpIsRejectedAndChangesNothing(String body) throws Exception {
        start(new LocalServiceOptions());

        assertThat(service.topUp(body).status()).isEqualTo(400);

        assertThat(available()).isEqualByComparingTo("100");
        assertThat(remaining(1001)).isEqualTo(1000);
    }

    @Test
    void onlyPackagesInEffectAreListedUnlessAllAreRequested() throws Exception {
        start(new LocalServiceOptions());

        assertThat(ids(service.get(PACKAGES + PARSING))).containsExactly(1001, 1002);
        assertThat(ids(service.get(PACKAGES + PARSING + "&include_all=0"))).containsExactly(1001, 1002);
        assertThat(ids(service.get(PACKAGES + PARSING + "&include_all=1"))).containsExactly(1001, 1002, 1003);
        assertThat(ids(service.get(PACKAGES + "?api_path=/api/app-api/sip/platform/v2")))
                .containsExactly(2001);
    }

    @Test
    void anExpiredPackageIsNotCharged() throws Exception {
        start(new LocalServiceOptions());
        clock.advance(Duration.ofDays(400));

        service.crop("", PHOTO);

        assertThat(ids(service.get(PACKAGES + PARSING))).isEmpty();
        assertThat(available()).isEqualByComparingTo("99.95");
    }

    private void start(LocalServiceOptions options) throws Exception {
        service = RunningService.echoing(temp, options.clock(clock));
    }

    private BigDecimal available() throws Exception {
        return service.get(BALANCE).json().at("/data/available_balance").decimalValue();
    }

    private int remaining(int id) throws Exception {
        for (JsonNode it : service.get(PACKAGES + PARSING).json().at("/data/list")) {
            if (it.path("id").asInt() == id) {
                return it.path("remain_count").asInt();
            }
        }
        throw new AssertionError("no package " + id);
    }

    private static List<Integer> ids(RunningService.Response reply) {
        List<Integer> ids = new ArrayList<>();
        reply.json().at("/data/list").forEach(it -> ids.add(it.path("id").asInt()));
        return ids;
    }
}
