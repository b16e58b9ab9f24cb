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
}
