/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.http.Credentials;
import io.docproc.camel.http.HttpSettings;
import io.docproc.camel.http.ServiceClient;
import io.docproc.camel.observe.AccountCheck;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One check for each account, whatever the number of endpoints that use it. Nothing is asked before somebody wants to know. */
final class AccountChecks {
    private final Map<Account, AccountCheck> checks = new HashMap<>();
    private final List<ServiceClient> clients = new ArrayList<>();

    private record Account(HttpSettings settings, Credentials credentials) {}

    synchronized AccountCheck of(DocprocEndpoint endpoint) {
        Duration timeout = Duration.ofMillis(endpoint.getConfiguration().getHealthCheckTimeout());
        HttpSettings settings = endpoint.account().settings().forOneCallWithin(timeout);
        return checks.computeIfAbsent(
                new Account(settings, endpoint.account().credentials()), account -> create(endpoint, account, timeout));
    }

    private AccountCheck create(DocprocEndpoint endpoint, Account account, Duration timeout) {
        ServiceClient client = endpoint.account()
                .createClient(
                        account.settings(), endpoint.getComponent().limit("healthCheckTimeout", timeout.toMillis()));
        clients.add(client);
        return new AccountCheck(
                new AccountQuestion(endpoint, client, timeout),
                timeout,
                question -> endpoint.getComponent().executor().execute(question));
    }

    synchronized void stop() {
        clients.forEach(ServiceClient::stop);
        clients.clear();
        checks.clear();
    }
}
