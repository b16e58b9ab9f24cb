/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.store;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.spi.ThreadPoolProfile;
import org.apache.camel.support.DefaultThreadPoolFactory;
import org.apache.camel.support.service.ServiceSupport;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.apache.camel.util.concurrent.ThreadPoolRejectedPolicy;

/**
 * Repository whose threads come from the Camel context, or from Camel's default thread pool factory if the repository
 * is used without a context.
 */
public abstract class RepositorySupport extends ServiceSupport implements CamelContextAware {
    private static final int MAX_THREADS = 16;

    private CamelContext camelContext;

    @Override
    public final CamelContext getCamelContext() {
        return camelContext;
    }

    @Override
    public final void setCamelContext(CamelContext camelContext) {
        this.camelContext = camelContext;
    }

    /** Creates a pool with at most 16 threads, which terminate while they are idle. Further tasks wait. */
    final ExecutorService newThreadPool(String name) {
        ThreadPoolProfile pool = new ThreadPoolProfile(name);
        pool.setPoolSize(MAX_THREADS);
        pool.setMaxPoolSize(MAX_THREADS);
        pool.setMaxQueueSize(Integer.MAX_VALUE);
        pool.setKeepAliveTime(60L);
        pool.setTimeUnit(TimeUnit.SECONDS);
        pool.setAllowCoreThreadTimeOut(true);
        pool.setRejectedPolicy(ThreadPoolRejectedPolicy.Abort);
        return camelContext == null
                ? new DefaultThreadPoolFactory().newThreadPool(pool, threadFactory(name))
                : camelContext.getExecutorServiceManager().newThreadPool(this, name, pool);
    }

    /** Creates a pool for scheduled tasks. */
    protected final ScheduledExecutorService newScheduledThreadPool(String name, int threads) {
        if (camelContext != null) {
            return camelContext.getExecutorServiceManager().newScheduledThreadPool(this, name, threads);
        }
        ThreadPoolProfile pool = new ThreadPoolProfile(name);
        pool.setPoolSize(threads);
        pool.setMaxPoolSize(threads);
        pool.setMaxQueueSize(-1);
        return new DefaultThreadPoolFactory().newScheduledThreadPool(pool, threadFactory(name));
    }

    /** Shuts down a pool without waiting for its tasks. */
    protected final void shutdown(ExecutorService executor) {
        if (camelContext == null) {
            executor.shutdown();
        } else {
            camelContext.getExecutorServiceManager().shutdown(executor);
        }
    }

    private static ThreadFactory threadFactory(String name) {
        return new CamelThreadFactory("Camel Thread ##counter# - #name#", name, true);
    }
}
