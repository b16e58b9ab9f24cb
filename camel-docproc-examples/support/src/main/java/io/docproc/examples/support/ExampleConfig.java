/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Configuration of an example, read from system properties and environment variables.
 *
 * @param property returns the value of a property, or null if it is not set
 * @param environment environment variables, which hold the credentials
 */
public record ExampleConfig(UnaryOperator<String> property, Map<String, String> environment) {

    /** Returns a property if it is set and not blank. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(property.apply(name)).filter(value -> !value.isBlank());
    }

    /** Returns the absolute path that a property names. */
    public Path path(String name, Path defaultValue) {
        return text(name).map(Path::of).orElse(defaultValue).toAbsolutePath().normalize();
    }

    /**
     * Returns a property that is a whole number.
     *
     * @throws InvalidSettingException if the value is not a whole number or is less than {@code min}
     */
    public int number(String name, int defaultValue, int min) throws InvalidSettingException {
        Optional<String> value = text(name);
        try {
            int number = value.map(Integer::parseInt).orElse(defaultValue);
            if (number >= min) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // reported below, as for a number that is too small
        }
        throw new InvalidSettingException(
                name + " is '" + value.orElse("") + "'; allowed is a whole number from " + min);
    }

    /**
     * Returns the folder in which an example keeps its files: {@code docproc.home}, else the folder of the module.
     *
     * @param example name of the module's folder
     */
    public Path home(String example) {
        Path module = Path.of("camel-docproc-examples", example);
        return path("docproc.home", Files.isDirectory(module) ? module : Path.of(""));
    }

    /** Returns the folder of the sample documents, beside that of the example. */
    public Path samples(String example) {
        return home(example).resolveSibling("samples");
    }

    /**
     * Returns the time between an account error and the next probe of the account: {@code docproc.accountPause}.
     *
     * @throws InvalidSettingException if it is not a number of milliseconds
     */
    public Duration accountPause() throws InvalidSettingException {
        return Duration.ofMillis(number("docproc.accountPause", 30_000, 1));
    }

    /** Returns when the run ends: {@code docproc.watch}. */
    public RunMode runMode() {
        return Boolean.parseBoolean(text("docproc.watch").orElse("false")) ? RunMode.UNTIL_STOPPED : RunMode.UNTIL_IDLE;
    }

    /**
     * Returns the account to use; empty for the local service.
     *
     * @throws InvalidSettingException if an address is given without credentials
     */
    public Optional<ServiceAccount> account() throws InvalidSettingException {
        Optional<String> baseUrl = text("docproc.baseUrl");
        if (baseUrl.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(
                new ServiceAccount(baseUrl.get(), credential("DOCPROC_APP_ID"), credential("DOCPROC_SECRET_CODE")));
    }

    /**
     * Returns an environment variable that calls of the real service require.
     *
     * @throws InvalidSettingException if it is not set
     */
    public String credential(String name) throws InvalidSettingException {
        String value = environment.getOrDefault(name, "");
        if (value.isBlank()) {
            throw new InvalidSettingException("docproc.baseUrl is set, so the environment variable " + name
                    + " must be set too; App ID and Secret Code are in the account console under the API keys");
        }
        return value;
    }
}
