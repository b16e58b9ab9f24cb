/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.http.Credentials;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.internal.operation.DocprocOperation;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The account of an endpoint. A secret code that is set on the component after the start of the endpoint takes effect with
 * the next call. Thread-safe.
 */
final class EndpointAccount {
    private static final Logger LOG = LoggerFactory.getLogger(EndpointAccount.class);

    private final DocprocComponent component;
    private final DocprocOperation operation;
    private final EndpointConfiguration configuration;
    /** Null unless the endpoint is started. */
    private volatile ServiceAccount account;

    EndpointAccount(DocprocComponent component, DocprocOperation operation, EndpointConfiguration configuration) {
        this.component = component;
        this.operation = operation;
        this.configuration = configuration;
    }

    void start() {
        ServiceAccount started = read();
        component.gate(started.baseUrl(), configuration.getAppId());
        account = started;
    }

    void stop() {
        account = null;
    }

    /**
     * Returns the account, from the options until the endpoint is started.
     *
     * @throws IllegalArgumentException if an option of the account or of the HTTP connection is invalid
     */
    ServiceAccount get() {
        ServiceAccount started = account;
        if (started == null) {
            return read();
        }
        if (started.credentials().secretCode().equals(secretCode())) {
            return started;
        }
        ServiceAccount changed = read();
        account = changed;
        component.gate(changed.baseUrl(), configuration.getAppId()).retire(started.credentials());
        LOG.info("Calls of docproc:{} have the new secret code of the component", operation);
        return changed;
    }

    private String secretCode() {
        String own = configuration.getSecretCode();
        return own != null ? own : component.getConfiguration().getSecretCode();
    }

    private ServiceAccount read() {
        DocprocConfiguration shared = component.getConfiguration();
        Credentials credentials = new Credentials(
                configuration.getAppId(),
                secretCode(),
                Optional.ofNullable(shared.getEnterpriseId()).filter(id -> !id.isBlank()));
        return new ServiceAccount(
                ServiceAccount.url("baseUrl", configuration.getBaseUrl()),
                credentials,
                ServiceAccount.timeout("connectTimeout", shared.getConnectTimeout()),
                ServiceAccount.timeout("responseTimeout", configuration.getResponseTimeout()),
                ServiceAccount.timeout("callTimeout", shared.getCallTimeout()),
                Optional.ofNullable(shared.getSslContextParameters()).or(component::globalTls),
                shared.getHttpOptions());
    }
}
