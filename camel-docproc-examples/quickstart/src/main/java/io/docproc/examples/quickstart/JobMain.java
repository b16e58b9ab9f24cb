/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import io.docproc.camel.DocprocComponent;
import io.docproc.examples.support.ServiceHandle;

/** Sets Camel up for the job. */
final class JobMain {
    private JobMain() {}

    /** A Camel application with the job's route, which is not started with it. */
    static org.apache.camel.main.Main create(JobSettings settings, ServiceHandle service) {
        org.apache.camel.main.Main main = new org.apache.camel.main.Main();
        main.configure()
                .withRoutesIncludePattern(settings.routes())
                .withAutoStartup(false)
                .withAutoConfigurationLogSummary(false)
                .withStreamCachingSpoolEnabled(true);
        main.addInitialProperty("docproc.inbox", settings.inbox().toString());
        main.addInitialProperty("docproc.outbox", settings.outbox().toString());
        main.addInitialProperty("docproc.failed", settings.failed().toString());
        main.addInitialProperty("docproc.schema", settings.schema());
        main.addInitialProperty("docproc.redeliveries", String.valueOf(settings.redeliveries()));
        main.addInitialProperty(
                "docproc.redeliveryDelay",
                String.valueOf(settings.redeliveryDelay().toMillis()));
        main.bind("docproc", component(settings, service));
        return main;
    }

    private static DocprocComponent component(JobSettings settings, ServiceHandle service) {
        DocprocComponent component = service.component();
        component.setRateLimitCooldown(settings.accountPause().toMillis());
        component.setRequestsPerSecond(settings.requestsPerSecond());
        component.getConfiguration().setMaxConcurrentRequests(settings.concurrency());
        return component;
    }
}
