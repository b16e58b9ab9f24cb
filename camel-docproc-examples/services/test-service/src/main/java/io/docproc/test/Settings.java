/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.math.BigDecimal;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** Settings of a service, which its builder sets. */
final class Settings implements Cloneable {
    String host = "127.0.0.1";
    int port;
    Set<InetAddress> allowedClients = Set.of();
    Path temporaryFolder = Path.of(System.getProperty("java.io.tmpdir"));
    String appId = "test-app-id";
    String secretCode = "test-secret-code";
    String callbackSecret = "test-callback-secret-of-32-bytes";
    BigDecimal available = new BigDecimal("10000.00");
    BigDecimal unavailable = new BigDecimal("20.00");
    BigDecimal price = new BigDecimal("0.01");
    int packageCalls;
    int requestsPerSecond;
    Clock clock = Clock.systemUTC();
    String parseService = "xparse";
    ParseJobs.Plan plan = ParseJobs.Plan.MANUAL;
    CallbackPolicy callbacks = new CallbackPolicy(3, Duration.ofSeconds(30), Duration.ofMillis(200));
    ResultForm resultForm = ResultForm.ENVELOPE;
    ServiceListener listener = new ServiceListener() {};
    boolean downloadDocuments;
    boolean checkDocuments = true;
    boolean recordCalls = true;
    Map<Operation, Responder> responders = new EnumMap<>(Operation.class);
    Map<Operation, Consumer<ServiceRequest>> checks = new EnumMap<>(Operation.class);
    Map<Endpoint.Path, ControlHandler> controlPaths = new HashMap<>();

    /** Returns a copy that the builder does not change. */
    Settings copy() {
        try {
            Settings copy = (Settings) clone();
            copy.responders = new EnumMap<>(responders);
            copy.checks = new EnumMap<>(checks);
            copy.controlPaths = new HashMap<>(controlPaths);
            return copy;
        } catch (CloneNotSupportedException e) {
            throw new IllegalStateException(e);
        }
    }
}
