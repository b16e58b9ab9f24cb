/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import org.apache.camel.CamelContext;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.support.service.ServiceSupport;
import org.apache.camel.util.IOHelper;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;

/**
 * HTTP client and threads that download results and run the routes after them. There are at most as many threads as
 * concurrent downloads. Client and threads exist until the shutdown, so that downloads in flight at a stop complete.
 */
final class ResultDownloads extends ServiceSupport {
    private final CamelContext context;
    private final CallbackService.Results settings;
    private final DownloadQueue queue;
    private volatile ExecutorService executor;
    private volatile ResultDownload download;

    ResultDownloads(CamelContext context, CallbackService.Results settings) {
        this.context = context;
        this.settings = settings;
        this.queue = new DownloadQueue(this::execute, settings.places(), settings.maxConnections());
    }

    /** Returns the downloads of a route, with a deadline for unavailable results. */
    CompletionRoute.Downloads until(ResultDeadline deadline) {
        return new CompletionRoute.Downloads(() -> download, queue, deadline);
    }

    private void execute(Runnable task) {
        ExecutorService running = executor;
        if (running == null) {
            throw new RejectedExecutionException("the consumer is stopped");
        }
        running.execute(task);
    }

    private ThreadPoolProfile profile() {
        int threads = settings.maxConnections();
        ThreadPoolProfile profile = new ThreadPoolProfile("docproc-results");
        profile.setPoolSize(threads);
        profile.setMaxPoolSize(threads);
        profile.setMaxQueueSize(DownloadQueue.MAX_WAITING_CALLBACKS + threads);
        profile.setAllowCoreThreadTimeOut(true);
        profile.setRejectedPolicy(ThreadPoolRejectedPolicy.Abort);
        return profile;
    }

    @Override
    protected void doStart() {
        queue.start();
        if (executor == null) {
            download = settings.download();
            executor = context.getExecutorServiceManager().newThreadPool(this, "docproc-results", profile());
        }
    }

    /**
     * Rejects waiting downloads, because waiting for permits would delay the shutdown. The service redelivers a
     * rejected callback, or the consumer polls for the job.
     */
    @Override
    protected void doStop() {
        queue.stop();
    }

    @Override
    protected void doShutdown() {
        if (executor != null) {
            // The queued tasks are already rejected. Running them only updates the counter of the queue.
            context.getExecutorServiceManager().shutdownNow(executor).forEach(Runnable::run);
            executor = null;
            IOHelper.close(download);
        }
    }
}
