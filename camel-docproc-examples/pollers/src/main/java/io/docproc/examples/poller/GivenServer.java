/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller;

import io.docproc.examples.support.Given;
import io.docproc.examples.support.InvalidSettingException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** A server that runs anyway: the user's own. What it holds is known to the routes alone. */
final class GivenServer implements DocumentServer {
    private final Map<String, String> properties;

    GivenServer(Map<String, String> properties) {
        this.properties = properties;
    }

    /**
     * {@code ftp.host} and the like, with the password from the environment; empty if no server is given.
     *
     * @throws InvalidSettingException if only a part of what is needed is given
     */
    static Map<String, String> properties(Poller poller, Given given) throws InvalidSettingException {
        String word = poller.word();
        Map<String, String> properties = new LinkedHashMap<>();
        boolean isGiven = poller.serverProperties().stream()
                .anyMatch(name -> given.text(word + "." + name).isPresent());
        if (isGiven) {
            for (String name : poller.serverProperties()) {
                String property = word + "." + name;
                properties.put(
                        property,
                        given.text(property)
                                .orElseThrow(() -> new InvalidSettingException(
                                        "a server is given, so " + property + " must be given too")));
            }
            String variable = word.toUpperCase(Locale.ROOT) + "_PASSWORD";
            properties.put(word + ".password", given.environment().getOrDefault(variable, ""));
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
        // it is not ours
    }
}
