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
 * How the service reaches this machine.
 *
 * @param publicUrl the address that it calls
 * @param port on which callbacks arrive here
 * @param secret signs the callbacks, the same after a restart
 */
public record Callbacks(String publicUrl, int port, String secret) {
    private static final String LOOPBACK = "127.0.0.1";
    private static final String ANYWHERE = "0.0.0.0";

    /** From the local service, which ends with the run. */
    public static Callbacks local() throws IOException {
        int port = LocalPort.free();
        return new Callbacks(
                "http://" + LOOPBACK + ":" + port, port, UUID.randomUUID().toString());
    }

    /**
     * From the service of an account.
     *
     * @throws InvalidSettingException if its address or the secret is missing
     */
    public static Callbacks from(Given given) throws InvalidSettingException {
        return new Callbacks(
                given.text("docproc.publicUrl")
                        .orElseThrow(() ->
                                new InvalidSettingException("docproc.baseUrl is set, so docproc.publicUrl must be set"
                                        + " too: the address under which the service reaches this machine")),
                given.number("docproc.port", 8080, 0),
                given.credential("DOCPROC_CALLBACK_SECRET"));
    }

    /**
     * Makes sure that they can be received: an application whose HTTP server cannot listen starts all the same, and would not
     * notice that none arrives.
     *
     * @throws InvalidSettingException if nobody can listen on the port, mostly as another program does
     */
    public void requireFreePort() throws InvalidSettingException, IOException {
        try {
            LocalPort.requireFree(InetAddress.getByName(host()), port);
        } catch (BindException reason) {
            throw new InvalidSettingException("docproc.port is " + port + ", where callbacks cannot be received ("
                    + reason.getMessage() + "); end the program that listens there, or set another port");
        }
    }

    /** Gives an application the HTTP server on which they arrive. */
    public void receiveIn(Main main) {
        main.configure().httpServer().withEnabled(true).withPort(port).withHost(host());
    }

    private String host() {
        return URI.create(publicUrl).getHost().equals(LOOPBACK) ? LOOPBACK : ANYWHERE;
    }

    /** Lets a component ask for them. */
    public void askThrough(DocprocComponent component) {
        component.getCallbackOptions().setPublicUrl(publicUrl);
        component.getCallbackOptions().setCallbackSecret(secret);
    }

    /** Without the secret. */
    @Override
    public String toString() {
        return publicUrl;
    }
}
