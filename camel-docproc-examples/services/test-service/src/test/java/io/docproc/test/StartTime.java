/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.time.Duration;

/** Program that prints the start time of a service in a new JVM. */
final class StartTime {
    private StartTime() {}

    public static void main(String[] arguments) {
        long start = System.nanoTime();
        try (DocprocTestService service = DocprocTestService.start()) {
            long millis = Duration.ofNanos(System.nanoTime() - start).toMillis();
            System.out.println(service.baseUrl() + " started in " + millis + " ms");
        }
    }
}
