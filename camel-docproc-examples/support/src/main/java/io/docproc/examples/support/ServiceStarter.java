/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConfiguration;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import java.io.IOException;
import java.util.Optional;
import org.apache.camel.CamelContext;

/** Starts the local service for an application that has no account. */
public final class ServiceStarter {
    private ServiceStarter() {}

    /**
     * Starts the local service and points the component at it, unless the component has a base URL.
     *
     * @param context initialized and not started
     * @param options of the local service, which listens on a free port
     * @return the local service, closed by the caller; empty if an account is configured
     * @throws InvalidSettingException if a base URL is set without the credentials
     */
    public static Optional<LocalService> start(CamelContext context, LocalServiceOptions options)
            throws InvalidSettingException, IOException {
        DocprocComponent component = (DocprocComponent) context.getComponent("docproc", true, false);
        DocprocConfiguration account = component.getConfiguration();
        if (isSet(account.getBaseUrl())) {
            requireSet(account.getAppId(), "DOCPROC_APP_ID");
            requireSet(account.getSecretCode(), "DOCPROC_SECRET_CODE");
            return Optional.empty();
        }
        LocalService service = new LocalService(options.port(0)).start();
        account.setBaseUrl(service.baseUrl());
        account.setAppId("local-app");
        account.setSecretCode("local-secret");
        if (context.getPropertiesComponent()
                .resolveProperty("docproc.requestsPerSecond")
                .isEmpty()) {
            component.setRequestsPerSecond(0);
        }
        return Optional.of(service);
    }

    /**
     * Checks a value that calls of a real service require.
     *
     * @throws InvalidSettingException if it is not set; the message names the environment variable
     */
    public static void requireSet(String value, String variable) throws InvalidSettingException {
        if (!isSet(value)) {
            throw new InvalidSettingException("docproc.baseUrl is set, so the environment variable " + variable
                    + " must be set too; App ID and Secret Code are in the account console under the API keys");
        }
    }

    private static boolean isSet(String value) {
        return value != null && !value.isBlank();
    }
}
