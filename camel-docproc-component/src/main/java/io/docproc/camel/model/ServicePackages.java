/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import java.util.AbstractList;
import java.util.List;

/**
 * Packages of the account for one service (interface document, "Package record"), in the order of the response.
 * Immutable.
 */
public final class ServicePackages extends AbstractList<ServicePackage> implements ServiceResource {
    private final List<ServicePackage> packages;

    /** Creates a list of these packages. */
    public ServicePackages(List<ServicePackage> packages) {
        this.packages = List.copyOf(packages);
    }

    @Override
    public ServicePackage get(int index) {
        return packages.get(index);
    }

    @Override
    public int size() {
        return packages.size();
    }

    /**
     * Returns the number of calls that are left in the packages that have not expired, for routes: {@code
     * ${body.remainingCalls}}. It is 0 if there is no package. The times of the service are read in the default time zone
     * of the JVM. A package without {@code remain_count} counts as its total count less its used calls.
     */
    public long getRemainingCalls() {
        return packages.stream()
                .filter(bought -> !bought.isExpired())
                .mapToLong(bought -> bought.remainCount() != null
                        ? bought.remainCount()
                        : Math.max(0, bought.totalCount() - bought.useCount()))
                .sum();
    }
}
