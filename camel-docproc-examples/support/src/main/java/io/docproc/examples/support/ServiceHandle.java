/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConfiguration;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import java.io.IOException;
import java.util.Optional;

/**
 * The service that a run calls. Closing the handle stops the local service.
 *
 * @param account address and credentials
 * @param local the local service; empty for the real service
 */
public record ServiceHandle(ServiceAccount account, Optional<LocalService> local) implements AutoCloseable {

    /**
     * Returns the service of an account, or starts the local service.
     *
     * @param own the account; empty to start the local service
     * @param console prints the address of the service
     */
    public static ServiceHandle start(Optional<ServiceAccount> own, Console console) throws IOException {
        if (own.isPresent()) {
            console.line("Service at " + own.get());
            return new ServiceHandle(own.get(), Optional.empty());
        }
        LocalService service = new LocalService(new LocalServiceOptions().port(0)).start();
        console.line("Local service at " + service.baseUrl()
                + ": no account, no cost; reads scans and photos if tesseract is installed");
        return new ServiceHandle(
                new ServiceAccount(service.baseUrl(), "local-app", "local-secret"), Optional.of(service));
    }

    /** Returns a component that calls this service. */
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
