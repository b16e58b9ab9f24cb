/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller;

import io.docproc.examples.support.ExampleConfig;
import io.docproc.examples.support.InvalidSettingException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Server of the user. Only the routes can list its files. */
final class ExternalServer implements DocumentServer {
    private final Map<String, String> properties;

    ExternalServer(Map<String, String> properties) {
        this.properties = properties;
    }

    /**
     * Returns properties such as {@code ftp.host}, with the password from the environment; empty if no server is
     * configured.
     *
     * @throws InvalidSettingException if a required property is missing
     */
    static Map<String, String> properties(Poller poller, ExampleConfig config) throws InvalidSettingException {
        String id = poller.id();
        Map<String, String> properties = new LinkedHashMap<>();
        boolean isGiven = poller.serverProperties().stream()
                .anyMatch(name -> config.text(id + "." + name).isPresent());
        if (isGiven) {
            for (String name : poller.serverProperties()) {
                String property = id + "." + name;
                properties.put(
                        property,
                        config.text(property)
                                .orElseThrow(() -> new InvalidSettingException(
                                        "a server is given, so " + property + " must be given too")));
            }
            String variable = id.toUpperCase(Locale.ROOT) + "_PASSWORD";
            properties.put(id + ".password", config.environment().getOrDefault(variable, ""));
        }
        return properties;
    }

    @Override
    public String address() {
        StringBuilder address = new StringBuilder("Server with");
        properties.forEach((name, value) -> {
            if (!name.endsWith(".password")) {
                address.append(' ').append(name).append('=').append(value);
            }
        });
        return address.toString();
    }

    @Override
    public Map<String, String> properties() {
        return properties;
    }

    @Override
    public boolean isNew() {
        return false;
    }

    @Override
    public void put(Map<String, Path> documents) {
        throw new UnsupportedOperationException("samples are not for others' servers");
    }

    @Override
    public List<WaitingDocument> waiting() {
        return List.of();
    }

    @Override
    public void close() {
        // the server belongs to the user
    }
}
