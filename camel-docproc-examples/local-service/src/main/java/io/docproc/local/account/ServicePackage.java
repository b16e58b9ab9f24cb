/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.account;

import java.time.LocalDateTime;
import java.util.List;

/**
 * A number of prepaid calls with a time in which they can be used (interface document, Package record).
 *
 * @param serviceList service paths that the package pays for
 * @param totalCount calls that were bought
 * @param remainCount calls that are left
 */
public record ServicePackage(
        int id,
        List<String> serviceList,
        int totalCount,
        int remainCount,
        LocalDateTime createTime,
        LocalDateTime startTime,
        LocalDateTime endTime) {

    public ServicePackage {
        serviceList = List.copyOf(serviceList);
        if (remainCount < 0 || remainCount > totalCount) {
            throw new IllegalArgumentException("package " + id + ": " + remainCount + " of " + totalCount + " left");
        }
    }

    /** Calls that were made. */
    public int useCount() {
        return totalCount - remainCount;
    }

    /** Whether the package can be used at that time, were there calls left. */
    public boolean inEffect(LocalDateTime now) {
        return !now.isBefore(startTime) && !now.isAfter(endTime);
    }

    boolean pays(String service, LocalDateTime now) {
        return remainCount > 0 && inEffect(now) && serviceList.contains(service);
    }

    ServicePackage withCallsBought(int calls) {
        return new ServicePackage(
                id,
                serviceList,
                Math.addExact(totalCount, calls),
                Math.addExact(remainCount, calls),
                createTime,
                startTime,
                endTime);
    }

    ServicePackage withCallsAdded(int calls) {
        return new ServicePackage(id, serviceList, totalCount, remainCount + calls, createTime, startTime, endTime);
    }
}
