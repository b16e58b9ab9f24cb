/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import java.math.BigDecimal;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Balance, packages and rate limit. */
class AccountTest {
    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    private final HttpTestClient http = new HttpTestClient(service);

    @Test
    void aBilledCallReducesTheBalanceUntilItIsUsedUp() throws Exception {
        service.balance(new BigDecimal("0.02"));

        assertThat(http.cropCode()).isEqualTo(200);
        assertThat(http.cropCode()).isEqualTo(200);
        assertThat(http.cropCode()).isEqualTo(40003);

        assertThat(service.balance()).isEqualByComparingTo("0");
        assertThat(service.billedCalls()).hasSize(2);
        assertThat(http.get(HttpTestClient.BALANCE).path("code").asInt()).isEqualTo(200);
    }

    @Test
    void aPackageIsUsedUpBeforeTheBalance() throws Exception {
        service.packageCalls(1);

        http.cropCode();
        assertThat(service.balance()).isEqualByComparingTo("10000.00");
        http.cropCode();
        assertThat(service.balance()).isEqualByComparingTo("9999.99");
        assertThat(http.get("/user/finance/package?api_path=/ai/service/v1/pdf_to_markdown")
                        .at("/data/list/0/use_count")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void aFailedCallIsNotBilled() throws Exception {
        service.packageCalls(1);
        service.whenCrop().respond(request -> {
            throw new ServiceErrorException(30203, "later");
        });

        assertThat(http.cropCode()).isEqualTo(30203);

        service.reset();
        assertThat(service.balance()).isEqualByComparingTo("10000.00");
        assertThat(service.billedCalls()).isEmpty();
    }

    @Test
    void callsAboveTheRateLimitFail() throws Exception {
        service.requestsPerSecond(1);

        assertThat(http.cropCode()).isEqualTo(200);

        await().until(() -> http.cropCode() == 40306);
        assertThat(http.get(HttpTestClient.BALANCE).path("code").asInt()).isEqualTo(200);
    }

    @Test
    void concurrentCallsAreBilledOnceEach() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(8);
        for (int i = 0; i < 40; i++) {
            callers.execute(() -> {
                try {
                    http.cropCode();
                } catch (Exception e) {
                    throw new IllegalStateException(e);
                }
            });
        }
        callers.shutdown();

        assertThat(callers.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        assertThat(service.billedCalls()).hasSize(40);
        assertThat(service.balance()).isEqualByComparingTo("9999.60");
    }

    @Test
    void negativeNumbersAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> service.balance(new BigDecimal("-1")))
                .withMessage("balance is -1; allowed are numbers from 0.");
        assertThatIllegalArgumentException().isThrownBy(() -> service.packageCalls(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> service.requestsPerSecond(-1));
    }
}
