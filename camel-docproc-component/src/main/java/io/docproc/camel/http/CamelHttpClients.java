/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import java.net.URISyntaxException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.component.http.HttpComponent;
import org.apache.camel.component.http.HttpEndpoint;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.support.service.ServiceSupport;
import org.apache.camel.util.IOHelper;
import org.apache.camel.util.StringHelper;
import org.apache.camel.util.URISupport;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.util.Timeout;

/**
 * Takes HTTP clients from the context's camel-http component, so that TLS, proxy, authentication, pool and time-outs are
 * what the user configured there. What would repeat a call or send credentials elsewhere is switched off.
 */
public final class CamelHttpClients extends ServiceSupport {
    private final CamelContext context;
    private final Map<HttpSettings, HttpEndpoint> endpoints = new HashMap<>();

    /** Clients from this context's {@code http} or {@code https} component. */
    public CamelHttpClients(CamelContext context) {
        this.context = context;
    }

    /**
     * The client for these settings.
     *
     * @throws IllegalArgumentException when camel-http does not take an option
     */
    public synchronized HttpClient client(HttpSettings settings) {
        return endpoints.computeIfAbsent(settings, this::create).getHttpClient();
    }

    private HttpEndpoint create(HttpSettings settings) {
        refuse(settings.options());
        String url = settings.baseUrl().toString();
        try {
            HttpComponent component = context.getComponent(settings.baseUrl().getScheme(), HttpComponent.class);
            HttpEndpoint endpoint = (HttpEndpoint) component.createEndpoint(url, parameters(settings));
            requireKnown(endpoint);
            endpoint.getClientBuilder()
                    .disableAutomaticRetries()
                    .disableRedirectHandling()
                    .disableCookieManagement();
            ServiceHelper.startService(endpoint);
            return endpoint;
        } catch (Exception refused) {
            throw new IllegalArgumentException(
                    "camel-http does not take the options " + settings.options().keySet() + ": " + refused.getMessage(),
                    refused);
        }
    }

    /** A client of the user's own would follow redirects and repeat calls as it likes. */
    private static void refuse(Map<String, Object> options) {
        options.forEach((name, value) -> {
            String plain = StringHelper.dashToCamelCase(name).toLowerCase(Locale.ROOT);
            if (plain.equals("followredirects") && Boolean.parseBoolean(String.valueOf(value))) {
                throw new IllegalArgumentException(
                        "Option http.followRedirects is not allowed: a redirect would take the credentials along");
            }
            if (plain.equals("httpclient")) {
                throw new IllegalArgumentException(
                        "Option http.httpClient is not allowed: redirects and repetitions of"
                                + " a client of your own cannot be switched off; use the single options, such as http.proxyHost");
            }
        });
    }

    /** What camel-http does not know, it takes for a part of its address. */
    private static void requireKnown(HttpEndpoint endpoint) throws URISyntaxException {
        Map<String, Object> unknown =
                URISupport.parseQuery(endpoint.getHttpUri().getRawQuery());
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("it has no option " + String.join(", ", unknown.keySet()));
        }
    }

    private static Map<String, Object> parameters(HttpSettings settings) {
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("connectTimeout", Timeout.ofMilliseconds(settings.connectTimeout()));
        parameters.put("responseTimeout", Timeout.ofMilliseconds(settings.responseTimeout()));
        parameters.put("maxTotalConnections", settings.connections());
        parameters.put("connectionsPerRoute", settings.connections());
        settings.tls().ifPresent(tls -> parameters.put("sslContextParameters", tls));
        parameters.putAll(settings.options());
        return parameters;
    }

    @Override
    protected synchronized void doStop() {
        endpoints.values().forEach(endpoint -> {
            ServiceHelper.stopService(endpoint);
            if (endpoint.getHttpClient() instanceof CloseableHttpClient client) {
                IOHelper.close(client);
            }
        });
        endpoints.clear();
    }
}
