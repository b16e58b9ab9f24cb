/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.camel.ServiceStatus;
import org.apache.camel.main.Main;

/** A Camel application that is made of the recipes and of nothing else. */
final class ErrorApplication implements AutoCloseable {
    private final Main main = new Main();

    /**
     * @param recipes tells the application its routes
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

    /** Sets a property, of the recipes or of Camel, in the place of what {@code application.properties} says. */
    ErrorApplication set(String property, Object value) {
        main.addOverrideProperty(property, value.toString());
        return this;
    }

    /** Gives the application a bean; event notifiers are told of everything, {@code alarms} takes the alarms. */
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

    /** Whether a route runs. */
    ServiceStatus status(String route) {
        return main.getCamelContext().getRouteController().getRouteStatus(route);
    }

    @Override
    public void close() {
        main.stop();
    }
}
