/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.account;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.docproc.test.ServiceErrorException;
import java.security.MessageDigest;

/**
 * App ID and Secret Code of a call (interface document, Authentication).
 *
 * @param appId an empty string if the header is missing
 * @param secretCode an empty string if the header is missing
 */
public record Credentials(String appId, String secretCode) {
    private static final int MISSING = 40101;
    private static final int INVALID = 40102;

    /**
     * Checks the credentials of a call against these.
     *
     * @throws ServiceErrorException 40101 if one is missing or empty, 40102 if one is wrong
     */
    public void verify(Credentials presented) {
        if (presented.appId.isBlank() || presented.secretCode.isBlank()) {
            throw new ServiceErrorException(MISSING, "x-ti-app-id or x-ti-secret-code is empty");
        }
        boolean sameApp = MessageDigest.isEqual(appId.getBytes(UTF_8), presented.appId.getBytes(UTF_8));
        boolean sameSecret = MessageDigest.isEqual(secretCode.getBytes(UTF_8), presented.secretCode.getBytes(UTF_8));
        if (!sameApp || !sameSecret) {
            throw new ServiceErrorException(INVALID, "x-ti-app-id or x-ti-secret-code is invalid");
        }
    }

    @Override
    public String toString() {
        return "Credentials[appId=" + appId + "]";
    }
}
