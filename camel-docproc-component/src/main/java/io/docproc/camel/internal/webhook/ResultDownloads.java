/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import io.docproc.camel.internal.body.DocumentOutput;
import io.docproc.camel.internal.download.DownloadSettings;
import io.docproc.camel.internal.download.ResultDownloader;
import io.docproc.camel.internal.http.ConcurrencyLimiter;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.support.service.ServiceSupport;
import org.apache.camel.util.IOHelper;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;

/**
 * HTTP client and threads that download results and run the routes after them. There are at most as many threads as
 * concurrent downloads. Client and threads exist until the shutdown, so that downloads in flight at a stop complete.
 */
public final class ResultDownloads extends ServiceSupport {
    private static final String THREAD_POOL = "docproc-results";

    private final CamelContext context;
    private final DownloadSettings settings;
    private final AtomicReference<ExecutorService> executor = new AtomicReference<>();
    private final AtomicReference<ResultDownloader> client = new AtomicReference<>();
    private final CompletionRoute.Downloads downloads;

    /**
     * Creates downloads that are not started.
     *
     * @param context creates the threads
     * @param settings settings of the downloads
     * @param output message body for a downloaded result
     * @param permits supplies the permits that downloads share with the other calls to the service
     */
    public ResultDownloads(
            CamelContext context,
            DownloadSettings settings,
            DocumentOutput output,
            Supplier<ConcurrencyLimiter> permits) {
        this.context = context;
        this.settings = settings;
        AtomicReference<ExecutorService> threads = executor;
        this.downloads = new CompletionRoute.Downloads(
                client::get,
                output,
                new DownloadQueue(task -> execute(threads.get(), task), permits, settings.maxDownloads()));
    }

    /** Returns the downloads of the route. Downloads are rejected before the start and after the stop. */
    CompletionRoute.Downloads downloads() {
        return downloads;
    }

    private static void execute(ExecutorService threads, Runnable task) {
        if (threads == null) {
            throw new RejectedExecutionException("the consumer is stopped");
        }
        threads.execute(task);
    }

    private ThreadPoolProfile profile() {
        int threads = settings.maxDownloads();
        ThreadPoolProfile profile = new ThreadPoolProfile(THREAD_POOL);
        profile.setPoolSize(threads);
        profile.setMaxPoolSize(threads);
        profile.setMaxQueueSize(DownloadQueue.MAX_WAITING_CALLBACKS + threads);
        profile.setAllowCoreThreadTimeOut(true);
        profile.setRejectedPolicy(ThreadPoolRejectedPolicy.Abort);
        return profile;
    }

    @Override
    protected void doStart() {
        downloads.queue().start();
        if (executor.get() == null) {
            client.set(new ResultDownloader(settings));
            executor.set(context.getExecutorServiceManager().newThreadPool(this, THREAD_POOL, profile()));
        }
    }

    /**
     * Rejects waiting downloads, because waiting for permits would delay the shutdown. The service redelivers a
     * rejected callback, or the consumer polls for the job.
     */
    @Override
    protected void doStop() {
        downloads.queue().stop();
    }

    @Override
    protected void doShutdown() {
        ExecutorService threads = executor.getAndSet(null);
        if (threads != null) {
            // The queued tasks are already rejected. Running them only updates the counter of the queue.
            context.getExecutorServiceManager().shutdownNow(threads).forEach(Runnable::run);
            IOHelper.close(client.get());
        }
    }
}
