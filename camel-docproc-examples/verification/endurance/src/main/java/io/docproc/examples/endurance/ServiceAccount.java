/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

/**
 * Account of a service.
 *
 * @param baseUrl base URL of the service
 */
record ServiceAccount(String baseUrl, String appId, String secretCode) {

    /** Returns the base URL without the credentials. */
    @Override
    public String toString() {
        return baseUrl;
    }
}
