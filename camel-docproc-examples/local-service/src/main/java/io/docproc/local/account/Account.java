/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.account;

import io.docproc.local.Operation;
import io.docproc.local.ServiceException;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

/** An account in memory: a balance and packages, which successful document calls use up, packages first. */
public final class Account {
    private static final int INSUFFICIENT = 40003;

    private final BigDecimal price;
    private final Clock clock;
    private final List<ServicePackage> packages;
    private Balance balance;

    /** @param price what a call costs that no package pays for */
    public Account(Balance balance, BigDecimal price, List<ServicePackage> packages, Clock clock) {
        this.balance = balance;
        this.price = price;
        this.packages = new ArrayList<>(packages);
        this.clock = clock;
    }

    /**
     * Puts aside what a call will cost, so that two calls at once cannot spend the same money.
     *
     * @throws ServiceException 40003 if neither a package nor the available balance pays for it
     */
    public synchronized Reservation reserve(Operation operation) {
        Charge charge = operation.billedService().map(this::take).orElse(Charge.NONE);
        return new Reservation(charge, this::refund);
    }

    /** The balance now; money put aside for calls being worked on is not in it. */
    public synchronized Balance balance() {
        return balance;
    }

    /** The packages that pay for a service and are in effect now. */
    public synchronized List<ServicePackage> packagesInEffect(String service) {
        LocalDateTime now = LocalDateTime.now(clock);
        return packages.stream()
                .filter(it -> it.serviceList().contains(service) && it.inEffect(now))
                .toList();
    }

    /** All packages for a service, those that have expired or not begun included. */
    public synchronized List<ServicePackage> allPackages(String service) {
        return packages.stream()
                .filter(it -> it.serviceList().contains(service))
                .toList();
    }

    /** Pays money in, which can be spent at once. */
    public synchronized void credit(BigDecimal amount) {
        balance = balance.withAdded(amount);
    }

    /** Buys further calls for the package that document calls are paid from. */
    public synchronized void buyCalls(int calls) {
        packages.replaceAll(it -> it.id() == SeedPackages.DOCUMENTS ? it.withCallsBought(calls) : it);
    }

    private Charge take(String service) {
        LocalDateTime now = LocalDateTime.now(clock);
        for (int i = 0; i < packages.size(); i++) {
            ServicePackage candidate = packages.get(i);
            if (candidate.pays(service, now)) {
                packages.set(i, candidate.withCallsAdded(-1));
                return Charge.toPackage(candidate.id());
            }
        }
        if (balance.available().compareTo(price) < 0) {
            throw new ServiceException(INSUFFICIENT, "insufficient balance, please recharge first");
        }
        balance = balance.withAdded(price.negate());
        return Charge.toBalance(price);
    }

    private synchronized void refund(Charge charge) {
        charge.packageId().ifPresent(id -> packages.replaceAll(it -> it.id() == id ? it.withCallsAdded(1) : it));
        balance = balance.withAdded(charge.amount());
    }
}
