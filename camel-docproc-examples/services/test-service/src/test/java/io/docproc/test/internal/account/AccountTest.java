/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.test.ManualClock;
import io.docproc.test.Operation;
import io.docproc.test.ServiceErrorException;
import java.math.BigDecimal;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AccountTest {
    private final ManualClock clock = new ManualClock();

    @Test
    void reservedFundsCannotBeReservedAgain() {
        Account account = account("1", 0);

        try (Reservation first = account.reserve(Operation.CROP)) {
            assertThatThrownBy(() -> account.reserve(Operation.EXTRACT))
                    .isInstanceOfSatisfying(ServiceErrorException.class, it -> assertThat(it.code())
                            .isEqualTo(40003));
            assertThat(first.settle().orElseThrow().amount()).isEqualByComparingTo("1");
        }
        assertThat(account.balance().available()).isZero();
    }

    @Test
    void aReservationThatIsNotSettledIsReleased() {
        Account account = account("1", 1);

        account.reserve(Operation.PARSE_SYNC).close();

        assertThat(account.packagesInEffect(ServicePaths.PARSING).get(0).remainCount())
                .isEqualTo(1);
        assertThat(account.balance().available()).isEqualByComparingTo("1");
    }

    @Test
    void unavailableFundsAreNotCharged() {
        Account account = account("0", 0);

        assertThatThrownBy(() -> account.reserve(Operation.CROP)).isInstanceOf(ServiceErrorException.class);
    }

    @Test
    void concurrentReservationsDoNotExceedTheFunds() {
        Account account = account("7", 5);

        long paid = IntStream.range(0, 200)
                .parallel()
                .filter(i -> {
                    try (Reservation reservation = account.reserve(Operation.CROP)) {
                        reservation.settle();
                        return true;
                    } catch (ServiceErrorException e) {
                        return false;
                    }
                })
                .count();

        assertThat(paid).isEqualTo(12);
        assertThat(account.balance().available()).isZero();
    }

    @Test
    void theSeedHasAnExpiredAndAnExhaustedPackage() {
        Account account = account("0", 10);

        assertThat(account.packagesInEffect(ServicePaths.PARSING)).anyMatch(it -> it.remainCount() == 0);
        assertThat(account.allPackages(ServicePaths.PARSING))
                .anyMatch(it -> it.remainCount() > 0
                        && !account.packagesInEffect(ServicePaths.PARSING).contains(it));
    }

    @Test
    void aTopUpAddsFundsAndBoughtCalls() {
        Account account = account("1", 2);

        account.topUp(new BigDecimal("0.50"), 3);

        assertThat(account.balance().available()).isEqualByComparingTo("1.50");
        ServicePackage documents =
                account.packagesInEffect(ServicePaths.PARSING).get(0);
        assertThat(documents.totalCount()).isEqualTo(5);
        assertThat(documents.remainCount()).isEqualTo(5);
    }

    private Account account(String available, int packageCalls) {
        return new Account(
                new Account.Seed(new Balance(new BigDecimal(available), BigDecimal.TEN), BigDecimal.ONE, packageCalls),
                clock,
                clock.instant());
    }
}
