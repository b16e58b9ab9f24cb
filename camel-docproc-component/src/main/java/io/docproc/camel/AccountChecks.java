/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.http.Credentials;
import io.docproc.camel.internal.http.HttpSettings;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.observe.CachedBalanceProbe;
import io.docproc.camel.ratelimit.AccountRateLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Balance probes of a component, one for each account and timeout. All endpoints of an account share a probe, which is
 * created on first use. Thread-safe.
 */
final class AccountChecks {
    private final Map<Account, CachedBalanceProbe> checks = new HashMap<>();
    private final List<ServiceClient> clients = new ArrayList<>();

    private record Account(HttpSettings settings, Credentials credentials, Duration timeout) {}

    /** Returns the probe of the account that an endpoint uses. */
    synchronized CachedBalanceProbe of(DocprocEndpoint endpoint) {
        Duration timeout = Duration.ofMillis(endpoint.getConfiguration().getHealthCheckTimeout());
        Account account =
                new Account(endpoint.account().settings(), endpoint.account().credentials(), timeout);
        return checks.computeIfAbsent(account, unknown -> create(endpoint, timeout));
    }

    private CachedBalanceProbe create(DocprocEndpoint endpoint, Duration timeout) {
        AccountRateLimit rateLimit = endpoint.account().rateLimit().withMaxWait(timeout.dividedBy(2));
        ServiceClient client = endpoint.account()
                .createClient(rateLimit, endpoint.account().limit("healthCheckTimeout", timeout.toMillis()));
        // A probe outlives the endpoint that created it, so it must not keep the HTTP client of that endpoint open.
        client.release();
        clients.add(client);
        return new CachedBalanceProbe(
                new BalanceProbe(endpoint, client, rateLimit),
                timeout,
                question -> endpoint.getComponent().threads().executor().execute(question));
    }

    /** Stops the HTTP calls of all probes and removes the probes. */
    synchronized void stop() {
        clients.forEach(ServiceClient::stop);
        clients.clear();
        checks.clear();
    }
}
