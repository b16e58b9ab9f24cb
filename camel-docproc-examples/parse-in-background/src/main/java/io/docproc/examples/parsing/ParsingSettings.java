/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import io.docproc.examples.support.CallbackSettings;
import io.docproc.examples.support.ExampleConfig;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.ServiceAccount;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What a run is told.
 *
 * @param home folder of the inbox and everything else
 * @param routes Camel resource of the routes, YAML or XML
 * @param documents how many documents are made when the inbox is empty
 * @param callbackFaults how the local service disturbs its callbacks
 * @param account the account to use; empty for the local service
 * @param pollAfter when to ask about a job whose callback has not come
 * @param accountPause time between an account error and the next probe of the account
 */
record ParsingSettings(
        Path home,
        String routes,
        int documents,
        CallbackFaults callbackFaults,
        Optional<Account> account,
        Duration pollAfter,
        Duration accountPause) {

    /** An account of the real service, and how that reaches this machine. */
    record Account(ServiceAccount service, CallbackSettings callbacks) {}

    /**
     * Callbacks to disturb.
     *
     * @param lose every nth callback is lost; 0 for none
     * @param repeat every nth callback is repeated; 0 for none
     */
    record CallbackFaults(int lose, int repeat) {}

    Path inbox() {
        return home.resolve("inbox");
    }

    Path outbox() {
        return home.resolve("outbox");
    }

    Path failed() {
        return home.resolve("failed");
    }

    /** What survives a restart: the job repository and the completions that were processed. */
    Path state() {
        return home.resolve("state");
    }

    /**
     * Reads the settings.
     *
     * @param property gives the value of a property, null if it is not set
     * @param environment where the credentials are, which do not belong on a command line
     */
    static ParsingSettings from(UnaryOperator<String> property, Map<String, String> environment)
            throws InvalidSettingException {
        ExampleConfig config = new ExampleConfig(property, environment);
        Optional<Account> account = account(config);
        return new ParsingSettings(
                config.home("parse-in-background").resolve("parsing"),
                config.text("docproc.routes").orElse("classpath:routes/parse-in-background.yaml"),
                config.number("docproc.documents", 12, 0),
                new CallbackFaults(config.number("docproc.lose", 0, 0), config.number("docproc.repeat", 0, 0)),
                account,
                Duration.ofMillis(config.number("docproc.pollAfter", account.isPresent() ? 600_000 : 3_000, 0)),
                config.accountPause());
    }

    private static Optional<Account> account(ExampleConfig config) throws InvalidSettingException {
        Optional<ServiceAccount> service = config.account();
        return service.isPresent()
                ? Optional.of(new Account(service.get(), CallbackSettings.from(config)))
                : Optional.empty();
    }
}
