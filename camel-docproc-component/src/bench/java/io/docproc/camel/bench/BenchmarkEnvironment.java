/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Environment of the measures.
 *
 * @param directory directory of requests, responses and logs
 * @param service base URL of {@link IdleService}
 */
record BenchmarkEnvironment(Path directory, String service) {

    /** Returns the base URL at which the service returns a prepared response after a delay in ms. */
    String responseUrl(String name, int delay) {
        return service + "/response/" + name + "/" + delay;
    }

    /** Returns the base URL at which the service rejects calls above a rate in calls per second. */
    String rateLimitedUrl(int rate) {
        return service + "/rate-limit/" + rate;
    }

    /** Creates an empty folder. */
    Path folder(String name) throws IOException {
        return Files.createTempDirectory(directory, name + "-");
    }

    /** Returns the requests and responses. */
    BenchmarkData material() {
        return new BenchmarkData(directory);
    }

    /** Returns the environment from the arguments of a child process. */
    static BenchmarkEnvironment of(String[] arguments) {
        return new BenchmarkEnvironment(Path.of(arguments[0]), arguments[1]);
    }
}
