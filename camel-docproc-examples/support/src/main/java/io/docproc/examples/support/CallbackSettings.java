/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import io.docproc.camel.DocprocComponent;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.URI;
import java.util.UUID;
import org.apache.camel.main.Main;

/**
 * Address and secret of the callbacks that the service sends to this machine.
 *
 * @param publicUrl URL that the service calls
 * @param port local port that receives callbacks
 * @param secret signs the callbacks; unchanged after a restart
 */
public record CallbackSettings(String publicUrl, int port, String secret) {
    private static final String LOOPBACK = "127.0.0.1";
    private static final String ALL_INTERFACES = "0.0.0.0";

    /** Returns settings for the local service, with a free port and a new secret. */
    public static CallbackSettings local() throws IOException {
        int port = LocalPort.free();
        return new CallbackSettings(
                "http://" + LOOPBACK + ":" + port, port, UUID.randomUUID().toString());
    }

    /**
     * Returns settings for the service of an account.
     *
     * @throws InvalidSettingException if the public URL or the secret is missing
     */
    public static CallbackSettings from(ExampleConfig config) throws InvalidSettingException {
        return new CallbackSettings(
                config.text("docproc.publicUrl")
                        .orElseThrow(() ->
                                new InvalidSettingException("docproc.baseUrl is set, so docproc.publicUrl must be set"
                                        + " too: the address under which the service reaches this machine")),
                config.number("docproc.port", 8080, 0),
                config.credential("DOCPROC_CALLBACK_SECRET"));
    }

    /**
     * Checks that callbacks can be received. An application whose HTTP server cannot listen starts without an error
     * and receives no callbacks.
     *
     * @throws InvalidSettingException if the port is not available, usually because another program listens on it
     */
    public void requireFreePort() throws InvalidSettingException, IOException {
        try {
            LocalPort.requireFree(InetAddress.getByName(host()), port);
        } catch (BindException reason) {
            throw new InvalidSettingException("docproc.port is " + port + ", where callbacks cannot be received ("
                    + reason.getMessage() + "); end the program that listens there, or set another port");
        }
    }

    /** Enables the HTTP server that receives callbacks. */
    public void enableHttpServer(Main main) {
        main.configure().httpServer().withEnabled(true).withPort(port).withHost(host());
    }

    private String host() {
        return URI.create(publicUrl).getHost().equals(LOOPBACK) ? LOOPBACK : ALL_INTERFACES;
    }

    /** Sets the public URL and the secret in a component. */
    public void configure(DocprocComponent component) {
        component.getCallbackOptions().setPublicUrl(publicUrl);
        component.getCallbackOptions().setCallbackSecret(secret);
    }

    /** Returns the public URL without the secret. */
    @Override
    public String toString() {
        return publicUrl;
    }
}
