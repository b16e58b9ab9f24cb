/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.account;

import java.time.LocalDateTime;
import java.util.List;

/**
 * A number of prepaid calls (interface document, Package record).
 *
 * @param id identifies the package
 * @param services service paths that the package applies to
 * @param totalCount bought calls
 * @param remainCount remaining calls
 * @param start begin of the validity
 * @param end end of the validity
 */
public record ServicePackage(
        int id, List<String> services, int totalCount, int remainCount, LocalDateTime start, LocalDateTime end) {

    /** Returns the used calls. */
    public int useCount() {
        return totalCount - remainCount;
    }

    /** Returns whether the package is valid at a time. */
    boolean isInEffect(LocalDateTime now) {
        return !now.isBefore(start) && !now.isAfter(end);
    }

    boolean covers(String service, LocalDateTime now) {
        return remainCount > 0 && isInEffect(now) && services.contains(service);
    }

    ServicePackage withBought(int calls) {
        return new ServicePackage(
                id, services, Math.addExact(totalCount, calls), Math.addExact(remainCount, calls), start, end);
    }

    ServicePackage withRemaining(int calls) {
        return new ServicePackage(id, services, Math.max(totalCount, calls), calls, start, end);
    }
}
