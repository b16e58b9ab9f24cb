/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.account;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.docproc.local.ServiceException;
import java.security.MessageDigest;

/** The App ID and Secret Code that every call carries (interface document, Authentication). */
public record Credentials(String appId, String secretCode) {
    private static final int MISSING = 40101;
    private static final int WRONG = 40102;

    /** @throws IllegalArgumentException if either is blank: then no call could ever be let in */
    public Credentials {
        if (appId.isBlank() || secretCode.isBlank()) {
            throw new IllegalArgumentException("App ID and Secret Code must not be blank");
        }
    }

    /**
     * Lets a call with these credentials pass.
     *
     * @throws ServiceException 40101 if one is missing or empty, 40102 if one is wrong
     */
    public void verify(Credentials.Presented presented) {
        if (presented.appId().isBlank() || presented.secretCode().isBlank()) {
            throw new ServiceException(MISSING, "x-ti-app-id or x-ti-secret-code is empty");
        }
        boolean knownApp = same(appId, presented.appId());
        boolean knownSecret = same(secretCode, presented.secretCode());
        if (!knownApp || !knownSecret) {
            throw new ServiceException(WRONG, "x-ti-app-id or x-ti-secret-code is invalid");
        }
    }

    /** What a call brought; empty strings stand for headers that are not there. */
    public record Presented(String appId, String secretCode) {
        @Override
        public String toString() {
            return "Presented[appId=" + appId + "]";
        }
    }

    /** In constant time, so that the answer's delay does not tell how much of a guess was right. */
    private static boolean same(String expected, String presented) {
        return MessageDigest.isEqual(expected.getBytes(UTF_8), presented.getBytes(UTF_8));
    }

    @Override
    public String toString() {
        return "Credentials[appId=" + appId + "]";
    }
}
