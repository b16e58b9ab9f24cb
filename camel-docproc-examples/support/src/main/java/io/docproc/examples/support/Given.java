/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What a run is given.
 *
 * @param property gives the value of a property, null if it is not set
 * @param environment where the credentials are, which do not belong on a command line
 */
public record Given(UnaryOperator<String> property, Map<String, String> environment) {

    /** A property, if it is set and not blank. */
    public Optional<String> text(String name) {
        return Optional.ofNullable(property.apply(name)).filter(value -> !value.isBlank());
    }

    /** A property that names a file or folder, as an absolute path. */
    public Path path(String name, Path otherwise) {
        return text(name).map(Path::of).orElse(otherwise).toAbsolutePath().normalize();
    }

    /**
     * A property that is a whole number.
     *
     * @throws InvalidSettingException if it is not, or less than the least that is allowed
     */
    public int number(String name, int otherwise, int least) throws InvalidSettingException {
        Optional<String> value = text(name);
        try {
            int number = value.map(Integer::parseInt).orElse(otherwise);
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException notANumber) {
            // said below, as for a number that is too small
        }
        throw new InvalidSettingException(
                name + " is '" + value.orElse("") + "'; allowed is a whole number from " + least);
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

    /** Whether to go on when nothing is left to do: {@code docproc.watch}. */
    public Ending ending() {
        return Boolean.parseBoolean(text("docproc.watch").orElse("false")) ? Ending.WHEN_STOPPED : Ending.WHEN_IDLE;
    }

    /**
     * The account to use; empty for the local service.
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
     * An environment variable that a call of the real service needs.
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
