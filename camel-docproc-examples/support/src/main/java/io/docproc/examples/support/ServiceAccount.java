/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

/**
 * Where the service is and who calls it.
 *
 * @param baseUrl address of the service
 * @param appId App ID
 * @param secretCode Secret Code
 */
public record ServiceAccount(String baseUrl, String appId, String secretCode) {

    /** Without the credentials. */
    @Override
    public String toString() {
        return baseUrl;
    }
}
