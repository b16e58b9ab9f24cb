/* SPDX-License-Identifier: Apache-2.0 */
package com.example;

import jakarta.servlet.ServletContextEvent;
import jakarta.servlet.ServletContextListener;
import jakarta.servlet.annotation.WebListener;
import org.apache.camel.main.Main;

/** Runs Camel as long as the container runs the web application. */
@WebListener
public class CamelListener implements ServletContextListener {
    private final Main camel = new Main();

    @Override
    public void contextInitialized(ServletContextEvent event) {
        camel.start();
    }

    @Override
    public void contextDestroyed(ServletContextEvent event) {
        camel.stop();
    }
}
