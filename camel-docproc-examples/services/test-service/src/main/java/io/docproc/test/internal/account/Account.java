/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.account;

import io.docproc.test.Charge;
import io.docproc.test.Operation;
import io.docproc.test.ServiceErrorException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Balance and packages. Successful billed calls use up packages first, then the balance. Thread-safe. */
public final class Account {
    private static final int INSUFFICIENT = 40003;
    private static final int DOCUMENT_PACKAGE = 1001;

    private final BigDecimal price;
    private final Clock clock;
    private final List<ServicePackage> packages;
    private Balance balance;

    /**
     * Contents of a new account.
     *
     * @param balance the balance
     * @param price the price of a call that no package covers
     * @param packageCalls remaining calls of the package for crop, extraction and parse
     */
    public record Seed(Balance balance, BigDecimal price, int packageCalls) {}

    /** Creates an account with packages around a time. */
    public Account(Seed seed, Clock clock, Instant openedAt) {
        this.balance = seed.balance();
        this.price = seed.price();
        this.clock = clock;
        LocalDateTime now = LocalDateTime.ofInstant(openedAt, clock.getZone()).truncatedTo(ChronoUnit.SECONDS);
        LocalDateTime lastMonth = now.minusMonths(1);
        LocalDateTime nextYear = now.plusYears(1);
        LocalDateTime longAgo = now.minusYears(2);
        List<String> parsing = List.of(ServicePaths.PARSING);
        List<String> workflow = List.of(ServicePaths.WORKFLOW);
        int calls = seed.packageCalls();
        this.packages = new ArrayList<>(List.of(
                new ServicePackage(DOCUMENT_PACKAGE, ServicePaths.BILLED, calls, calls, lastMonth, nextYear),
                new ServicePackage(1002, parsing, 200, 0, lastMonth, nextYear),
                new ServicePackage(1003, parsing, 500, 120, longAgo, lastMonth),
                new ServicePackage(2001, workflow, 100, 100, lastMonth, nextYear),
                new ServicePackage(2002, workflow, 50, 7, longAgo, lastMonth)));
    }

    /**
     * Reserves the price of a call, so that concurrent calls cannot spend the same funds.
     *
     * @throws ServiceErrorException 40003 if neither a package nor the balance covers the call
     */
    public synchronized Reservation reserve(Operation operation) {
        if (!operation.isBilled()) {
            return new Reservation(Optional.empty(), charge -> {});
        }
        return new Reservation(Optional.of(charge(ServicePaths.of(operation))), this::refund);
    }

    private Charge charge(String service) {
        LocalDateTime now = LocalDateTime.now(clock);
        Optional<ServicePackage> covering =
                packages.stream().filter(it -> it.covers(service, now)).findFirst();
        if (covering.isPresent()) {
            addRemaining(covering.get().id(), -1);
            return Charge.toPackage(covering.get().id());
        }
        if (balance.available().compareTo(price) < 0) {
            throw new ServiceErrorException(INSUFFICIENT, "insufficient balance, please recharge first");
        }
        balance = balance.plus(price.negate());
        return Charge.toBalance(price);
    }

    private synchronized void refund(Charge charge) {
        charge.packageId().ifPresent(id -> addRemaining(id, 1));
        balance = balance.plus(charge.amount());
    }

    /** Returns the balance, without the price of calls in flight. */
    public synchronized Balance balance() {
        return balance;
    }

    /** Sets the available balance. */
    public synchronized void setAvailable(BigDecimal available) {
        balance = new Balance(available, balance.unavailable());
    }

    /** Sets the remaining calls of the package for crop, extraction and parse. */
    public synchronized void setPackageCalls(int calls) {
        packages.replaceAll(it -> it.id() == DOCUMENT_PACKAGE ? it.withRemaining(calls) : it);
    }

    /** Adds funds to the available balance, and bought calls to the package for crop, extraction and parse. */
    public synchronized void topUp(BigDecimal amount, int calls) {
        balance = balance.plus(amount);
        packages.replaceAll(it -> it.id() == DOCUMENT_PACKAGE ? it.withBought(calls) : it);
    }

    /** Returns the packages of a service that are in effect now. */
    public synchronized List<ServicePackage> packagesInEffect(String service) {
        LocalDateTime now = LocalDateTime.now(clock);
        return allPackages(service).stream().filter(it -> it.isInEffect(now)).toList();
    }

    /** Returns the packages of a service, also expired ones. */
    public synchronized List<ServicePackage> allPackages(String service) {
        return packages.stream().filter(it -> it.services().contains(service)).toList();
    }

    private void addRemaining(int id, int calls) {
        packages.replaceAll(it -> it.id() == id ? it.withRemaining(it.remainCount() + calls) : it);
    }
}
