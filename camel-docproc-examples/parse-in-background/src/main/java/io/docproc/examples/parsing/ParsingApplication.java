/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConfiguration;
import io.docproc.camel.job.JobRepository;
import org.apache.camel.spi.IdempotentRepository;

/** Sets Camel up for the routes. */
final class ParsingApplication {
    private ParsingApplication() {}

    /**
     * What survives a crash.
     *
     * @param jobs jobs that have not ended
     * @param completions completions that were processed
     */
    record Memory(JobRepository jobs, IdempotentRepository completions) {}

    /** A Camel application with an HTTP server and with the routes, which are not started with it. */
    static org.apache.camel.main.Main create(ParsingSettings settings, ParsingSettings.Account account, Memory memory) {
        org.apache.camel.main.Main main = new org.apache.camel.main.Main();
        main.configure()
                .withRoutesIncludePattern(settings.routes())
                .withAutoStartup(false)
                .withAutoConfigurationLogSummary(false)
                .withStreamCachingSpoolEnabled(true);
        account.callbacks().enableHttpServer(main);
        main.addInitialProperty("docproc.inbox", settings.inbox().toString());
        main.addInitialProperty("docproc.outbox", settings.outbox().toString());
        main.addInitialProperty("docproc.failed", settings.failed().toString());
        main.addInitialProperty(
                "docproc.pollAfter", String.valueOf(settings.pollAfter().toMillis()));
        main.bind("docproc", component(settings, account, memory.jobs()));
        main.bind("completions", memory.completions());
        return main;
    }

    private static DocprocComponent component(
            ParsingSettings settings, ParsingSettings.Account account, JobRepository jobs) {
        DocprocComponent component = new DocprocComponent();
        component.setJobRepository(jobs);
        component.setRateLimitCooldown(settings.accountPause().toMillis());
        DocprocConfiguration configuration = component.getConfiguration();
        configuration.setBaseUrl(account.service().baseUrl());
        configuration.setAppId(account.service().appId());
        configuration.setSecretCode(account.service().secretCode());
        account.callbacks().configure(component);
        return component;
    }
}
