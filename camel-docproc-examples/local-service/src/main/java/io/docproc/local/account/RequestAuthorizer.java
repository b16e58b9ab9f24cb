/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.account;

import io.docproc.local.Operation;
import io.docproc.local.ServiceException;
import java.net.InetAddress;
import java.util.Set;

/** Authorizes calls by credentials, client address and rate limit, before the body is read. */
public final class RequestAuthorizer {
    private static final int NOT_ON_ALLOWLIST = 40103;

    private final Credentials credentials;
    private final Set<InetAddress> allowlist;
    private final RequestRate rate;

    /** @param allowlist allowed client addresses; empty to allow all */
    public RequestAuthorizer(Credentials credentials, Set<InetAddress> allowlist, RequestRate rate) {
        this.credentials = credentials;
        this.allowlist = Set.copyOf(allowlist);
        this.rate = rate;
    }

    /** @throws ServiceException 40101, 40102, 40103 or 40306 */
    public void authorize(Operation operation, Credentials.Presented presented, InetAddress client) {
        credentials.verify(presented);
        if (!allowlist.isEmpty() && !allowlist.contains(client)) {
            throw new ServiceException(
                    NOT_ON_ALLOWLIST, "client IP " + client.getHostAddress() + " is not on the allowlist");
        }
        if (operation.billedService().isPresent()) {
            rate.admit();
        }
    }
}
