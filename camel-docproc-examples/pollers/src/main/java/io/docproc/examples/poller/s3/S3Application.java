/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.poller.s3;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.job.JobRepository;
import io.docproc.examples.support.CallbackSettings;
import java.nio.file.Path;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.processor.idempotent.FileIdempotentRepository;
import org.apache.camel.support.service.ServiceHelper;

/** Sets Camel up for the routes. */
final class S3Application {
    private static final String COMPLETIONS_PATH = "/docproc/completions";
    private static final int REMEMBERED = 100_000;
    private static final long MAX_BYTES = 64_000_000;

    private S3Application() {}

    /**
     * A Camel application with an HTTP server and with the routes, which are not started with it.
     *
     * @param docproc the component for the service
     * @param jobs which jobs have not ended
     */
    static org.apache.camel.main.Main create(
            S3Settings settings,
            CallbackSettings callbacks,
            S3Store store,
            DocprocComponent docproc,
            JobRepository jobs) {
        org.apache.camel.main.Main main = new org.apache.camel.main.Main();
        main.configure()
                .withRoutesIncludePattern(settings.routes())
                .withAutoStartup(false)
                .withAutoConfigurationLogSummary(false)
                .withStreamCachingSpoolEnabled(true);
        callbacks.enableHttpServer(main);
        main.addInitialProperty("s3.inbox", store.buckets().inbox());
        main.addInitialProperty("s3.archive", store.buckets().archive());
        main.addInitialProperty("s3.results", store.buckets().results());
        main.addInitialProperty("docproc.redeliveries", String.valueOf(settings.redeliveries()));
        main.addInitialProperty("docproc.redeliveryDelay", String.valueOf(settings.redeliveryDelay()));
        main.addInitialProperty("docproc.pollAfter", String.valueOf(settings.pollAfter()));
        main.addInitialProperty("docproc.resumePeriod", String.valueOf(settings.resumePeriod()));
        docproc.setJobRepository(jobs);
        docproc.setRateLimitCooldown(settings.accountPause().toMillis());
        callbacks.configure(docproc);
        main.bind("docproc", docproc);
        main.bind("completions", repository(settings.state().resolve("completions.txt")));
        main.bind("s3", store.s3());
        main.bind(
                "documents",
                new S3Documents(
                        store.s3(),
                        store.buckets(),
                        repository(settings.state().resolve("parsed.txt")),
                        jobs,
                        COMPLETIONS_PATH));
        return main;
    }

    private static IdempotentRepository repository(Path file) {
        FileIdempotentRepository repository = new FileIdempotentRepository();
        repository.setFileStore(file.toFile());
        repository.setCacheSize(REMEMBERED);
        repository.setMaxFileStoreSize(MAX_BYTES);
        ServiceHelper.startService(repository);
        return repository;
    }
}
