/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import static io.docproc.camel.internal.operation.CallOption.flag;
import static io.docproc.camel.internal.operation.CallOption.text;

import java.time.Duration;
import java.util.List;

/** Options of an endpoint that no message header can override. */
public final class EndpointSettings {
    /** Options that the endpoints of all operations have. */
    public static final List<CallOption<?>> SHARED = List.of(
            text("baseUrl"),
            text("workflowUrl"),
            text("parseService"),
            text("appId"),
            text("secretCode"),
            duration("connectTimeout", "10s"),
            duration("responseTimeout", "10m"),
            duration("callTimeout", "1h"),
            CallOption.integerFrom("maxConcurrentRequests", 1),
            CallOption.integerFrom("maxWaitingRequests", 0),
            duration("permitTimeout", "30s"),
            bean("sslContextParameters"),
            bean("headerFilterStrategy"),
            duration("healthCheckInterval", "1m"),
            duration("healthCheckTimeout", "5s"),
            CallOption.of("minimumBalance", Double.class, "an amount of money such as 50"),
            flag("lazyStartProducer"),
            flag("synchronous"));

    /** Options for the address and the signature of callbacks. */
    static final List<CallOption<?>> CALLBACK =
            List.of(text("path"), text("publicUrl"), text("callbackSecret"), duration("callbackTtl", "7d"));

    /** Maximum size of a downloaded result in bytes. */
    public static final CallOption<Long> MAX_RESULT_SIZE = CallOption.of(
            "maxResultSize", Long.class, "a number of bytes from 1 up such as 104857600", size -> size >= 1);

    /** Options for the download of results. */
    static final List<CallOption<?>> DOWNLOAD = List.of(text("allowedResultHosts"), MAX_RESULT_SIZE);

    /** Options of the webhook consumer. */
    static final List<CallOption<?>> WEBHOOK = CallOption.concat(
            CALLBACK,
            flag("requireSignature"),
            flag("fetchResult"),
            text("allowedResultHosts"),
            MAX_RESULT_SIZE,
            ParsedOutput.OUTPUT,
            PartialFailure.OPTION,
            CallOption.of("maxCallbackSize", Integer.class, "a number of bytes such as 16384"),
            bean("idempotentRepository"),
            text("webhookComponentName"),
            duration("pollAfter", "15m"),
            duration("leaseTimeout", "5m"),
            flag("bridgeErrorHandler"),
            bean("exceptionHandler"),
            CallOption.of("exchangePattern", Object.class, "an exchange pattern"));

    /** Options that only the component has. */
    static final List<CallOption<?>> COMPONENT = List.of(duration("rateLimitCooldown", "30s"));

    private EndpointSettings() {}

    private static CallOption<Duration> duration(String name, String example) {
        return CallOption.of(name, Duration.class, "a duration such as " + example);
    }

    private static CallOption<Object> bean(String name) {
        return CallOption.of(name, Object.class, "a reference to a bean");
    }
}
