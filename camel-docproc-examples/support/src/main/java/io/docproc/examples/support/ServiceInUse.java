/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConfiguration;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import java.io.IOException;
import java.util.Optional;

/**
 * The service that a run calls, which stops with the run if it is the local one.
 *
 * @param account where it is and who calls it
 * @param local the local service, if it is that
 */
public record ServiceInUse(ServiceAccount account, Optional<LocalService> local) implements AutoCloseable {

    /**
     * The service of an account.
     *
     * @param own the account; without one, the local service is started
     * @param console is told which it is
     */
    public static ServiceInUse start(Optional<ServiceAccount> own, Console console) throws IOException {
        if (own.isPresent()) {
            console.line("Service at " + own.get());
            return new ServiceInUse(own.get(), Optional.empty());
        }
        LocalService service = new LocalService(new LocalServiceOptions().port(0)).start();
        console.line("Local service at " + service.baseUrl()
                + ": no account, no cost, no text recognition (documents need a text layer)");
        return new ServiceInUse(
                new ServiceAccount(service.baseUrl(), "local-app", "local-secret"), Optional.of(service));
    }

    /** A component that calls this service. */
    public DocprocComponent component() {
        DocprocComponent component = new DocprocComponent();
        DocprocConfiguration configuration = component.getConfiguration();
        configuration.setBaseUrl(account.baseUrl());
        configuration.setAppId(account.appId());
        configuration.setSecretCode(account.secretCode());
        return component;
    }

    @Override
    public void close() {
        local.ifPresent(LocalService::close);
    }
}
