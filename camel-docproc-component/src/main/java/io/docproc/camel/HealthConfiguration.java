/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.webhook.CallbackOptions;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** Options of the health checks. Durations are in milliseconds. */
@UriParams
abstract class HealthConfiguration extends CallbackOptions {
    @UriParam(
            label = "health",
            defaultValue = "1m",
            javaType = "java.time.Duration",
            description = "Maximum age of the balance response that the producer's health check uses. The component "
                    + "calls balance at most once in this time for all endpoints of an account. Example: 5m")
    private long healthCheckInterval = 60_000;

    @UriParam(
            label = "health",
            defaultValue = "5s",
            javaType = "java.time.Duration",
            description = "Maximum time that the producer's health check waits for the service before it reports DOWN. "
                    + "Example: 2s")
    private long healthCheckTimeout = 5_000;

    @UriParam(
            label = "health",
            defaultValue = "0",
            description = "The producer's health check reports DOWN if the available balance is below this amount. "
                    + "Example: 50")
    private double minimumBalance;

    public long getHealthCheckInterval() {
        return healthCheckInterval;
    }

    public void setHealthCheckInterval(long healthCheckInterval) {
        this.healthCheckInterval = healthCheckInterval;
    }

    public long getHealthCheckTimeout() {
        return healthCheckTimeout;
    }

    public void setHealthCheckTimeout(long healthCheckTimeout) {
        this.healthCheckTimeout = healthCheckTimeout;
    }

    public double getMinimumBalance() {
        return minimumBalance;
    }

    public void setMinimumBalance(double minimumBalance) {
        this.minimumBalance = minimumBalance;
    }
}
