/* SPDX-License-Identifier: Apache-2.0 */
package com.example;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;

/** The application; its routes lie in {@code camel/}. */
@SpringBootApplication
public class Application {
    /** Starts the application. */
    public static void main(String[] arguments) {
        SpringApplication.run(Application.class, arguments);
    }
}
