/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import java.util.AbstractList;
import java.util.List;

/** The account's packages for one service (interface document, "Package record"), in the order of the answer. */
public final class ServicePackages extends AbstractList<ServicePackage> implements ServiceResource {
    private final List<ServicePackage> packages;

    /** These packages. */
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
