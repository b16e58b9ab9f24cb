/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.local.MutableClock;
import io.docproc.local.Operation;
import io.docproc.local.ServiceException;
import java.math.BigDecimal;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class AccountTest {
    private final MutableClock clock = new MutableClock();

    @Test
    void whatIsReservedCannotBeReservedAgain() {
        Account account = account("1", List.of());

        try (Reservation first = account.reserve(Operation.CROP)) {
            assertThatThrownBy(() -> account.reserve(Operation.EXTRACT))
                    .isInstanceOfSatisfying(
                            ServiceException.class, it -> assertThat(it.code()).isEqualTo(40003));
            assertThat(first.settle().amount()).isEqualByComparingTo("1");
        }
        assertThat(account.balance().available()).isZero();
    }

    @Test
    void whatWasNotSettledIsGivenBack() {
        Account account = account("1", SeedPackages.around(clock, 1));

        account.reserve(Operation.PARSE_SYNC).close();

        assertThat(account.packagesInEffect(SeedPackages.PARSING).get(0).remainCount())
                .isEqualTo(1);
        assertThat(account.balance().available()).isEqualByComparingTo("1");
    }

    @Test
    void unavailableFundsPayForNothing() {
        Account account = new Account(new Balance(BigDecimal.ZERO, BigDecimal.TEN), BigDecimal.ONE, List.of(), clock);

        assertThatThrownBy(() -> account.reserve(Operation.CROP)).isInstanceOf(ServiceException.class);
    }

    @Test
    void manyCallersAtOnceSpendNoMoreThanThereIs() {
        Account account = account("7", SeedPackages.around(clock, 5));

        long paid = IntStream.range(0, 200)
                .parallel()
                .filter(i -> {
                    try (Reservation reservation = account.reserve(Operation.CROP)) {
                        reservation.settle();
                        return true;
                    } catch (ServiceException e) {
                        return false;
                    }
                })
                .count();

        assertThat(paid).isEqualTo(12);
        assertThat(account.balance().available()).isZero();
    }

    @Test
    void theSeedHasAnExpiredAndAnExhaustedPackage() {
        Account account = account("0", SeedPackages.around(clock, 10));

        assertThat(account.packagesInEffect(SeedPackages.PARSING)).anyMatch(it -> it.remainCount() == 0);
        assertThat(account.allPackages(SeedPackages.PARSING))
                .anyMatch(it -> it.remainCount() > 0
                        && !account.packagesInEffect(SeedPackages.PARSING).contains(it));
    }

    private Account account(String available, List<ServicePackage> packages) {
        return new Account(new Balance(new BigDecimal(available), BigDecimal.TEN), BigDecimal.ONE, packages, clock);
    }
}
