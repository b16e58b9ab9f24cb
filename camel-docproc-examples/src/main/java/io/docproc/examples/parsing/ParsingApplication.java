/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import io.docproc.camel.CallbackOptions;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConfiguration;
import io.docproc.camel.job.JobLog;
import java.net.URI;
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
    record Memory(JobLog jobs, IdempotentRepository completions) {}

    /** A Camel application with an HTTP server and with the routes, which are not started with it. */
    static org.apache.camel.main.Main create(ParsingSettings settings, ParsingSettings.Account account, Memory memory) {
        org.apache.camel.main.Main main = new org.apache.camel.main.Main();
        main.configure()
                .withRoutesIncludePattern(settings.routes())
                .withAutoStartup(false)
                .withAutoConfigurationLogSummary(false)
                .withStreamCachingSpoolEnabled(true);
        main.configure().httpServer().withEnabled(true).withPort(account.port());
        if (URI.create(account.publicUrl()).getHost().equals("127.0.0.1")) {
            main.configure().httpServer().withHost("127.0.0.1");
        }
        main.addInitialProperty("docproc.inbox", settings.inbox().toString());
        main.addInitialProperty("docproc.outbox", settings.outbox().toString());
        main.addInitialProperty("docproc.failed", settings.failed().toString());
        main.addInitialProperty(
                "docproc.callbackTimeout",
                String.valueOf(settings.callbackTimeout().toMillis()));
        main.bind("docproc", component(account, memory.jobs()));
        main.bind("completions", memory.completions());
        return main;
    }

    private static DocprocComponent component(ParsingSettings.Account account, JobLog jobs) {
        DocprocComponent component = new DocprocComponent();
        component.setJobLog(jobs);
        DocprocConfiguration configuration = component.getConfiguration();
        configuration.setBaseUrl(account.baseUrl());
        configuration.setAppId(account.appId());
        configuration.setSecretCode(account.secretCode());
        CallbackOptions callbacks = component.getCallbackOptions();
        callbacks.setPublicUrl(account.publicUrl());
        callbacks.setCallbackSecret(account.callbackSecret());
        return component;
    }
}
