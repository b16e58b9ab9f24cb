/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.camel.ServiceStatus;
import org.apache.camel.main.Main;

/** Camel application with the routes of the recipes. */
final class ErrorApplication implements AutoCloseable {
    private final Main main = new Main();

    /**
     * @param recipes adds the routes to the application
     * @param home folder of the inbox and everything else
     * @param baseUrl address of the local service
     */
    ErrorApplication(Consumer<Main> recipes, Path home, String baseUrl) {
        main.configure().withAutoConfigurationLogSummary(false);
        main.setDefaultPropertyPlaceholderLocation("classpath:error-handling/application.properties");
        set("docproc.folder", home);
        set("docproc.alarm", "bean:alarms?method=add");
        set("camel.component.docproc.base-url", baseUrl);
        set("camel.component.docproc.app-id", "local-app");
        set("camel.component.docproc.secret-code", "local-secret");
        recipes.accept(main);
    }

    /** Sets a property, which takes precedence over {@code application.properties}. */
    ErrorApplication set(String property, Object value) {
        main.addOverrideProperty(property, value.toString());
        return this;
    }

    /** Sets a property unless it is set on the command line. */
    ErrorApplication setDefault(String property, Object value) {
        return System.getProperty(property) == null ? set(property, value) : this;
    }

    /** Binds a bean: an event notifier, or {@code alarms}, which receives the alarms. */
    ErrorApplication bind(String name, Object bean) {
        main.bind(name, bean);
        return this;
    }

    ErrorApplication start() {
        main.start();
        return this;
    }

    Main main() {
        return main;
    }

    /** Returns the status of a route. */
    ServiceStatus status(String route) {
        return main.getCamelContext().getRouteController().getRouteStatus(route);
    }

    @Override
    public void close() {
        main.stop();
    }
}
