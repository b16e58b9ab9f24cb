/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.account;

import io.docproc.camel.error.DocprocException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.camel.CamelContext;
import org.apache.camel.ProducerTemplate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Probes the account on one thread while routes wait for it. Thread-safe. */
final class AccountProbe implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AccountProbe.class);

    private final CamelContext context;
    private final String uri;
    private final Duration pause;
    private final ProducerTemplate template;
    private final ScheduledExecutorService thread;
    private final Set<RouteCircuit> waiting = new LinkedHashSet<>();
    private boolean scheduled;

    /**
     * Creates a probe.
     *
     * @param uri of the endpoint that tests the account
     * @param pause time before each probe
     */
    AccountProbe(CamelContext context, String uri, Duration pause) {
        this.context = context;
        this.uri = uri;
        this.pause = pause;
        template = context.createProducerTemplate();
        thread = context.getExecutorServiceManager().newSingleThreadScheduledExecutor(this, "DocprocAccountProbe");
    }

    Duration pause() {
        return pause;
    }

    /** Notifies a route when a probe that starts from now on has succeeded. */
    synchronized void await(RouteCircuit circuit) {
        waiting.add(circuit);
        schedule();
    }

    /** Ends the wait of a route. */
    synchronized void cancel(RouteCircuit circuit) {
        waiting.remove(circuit);
    }

    /** Ends the probes. */
    @Override
    public void close() {
        context.getExecutorServiceManager().shutdownNow(thread);
        template.stop();
    }

    private void schedule() {
        if (!scheduled && !waiting.isEmpty() && !thread.isShutdown()) {
            scheduled = true;
            thread.schedule(this::probe, pause.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void probe() {
        List<RouteCircuit> probed = waiting();
        boolean usable = !probed.isEmpty() && isUsable();
        synchronized (this) {
            scheduled = false;
            if (usable) {
                probed.forEach(waiting::remove);
            }
            schedule();
        }
        if (usable) {
            probed.forEach(RouteCircuit::halfOpen);
        }
    }

    private synchronized List<RouteCircuit> waiting() {
        return List.copyOf(waiting);
    }

    private boolean isUsable() {
        try {
            Exception failure = template.send(uri, message -> {}).getException();
            LOG.debug("Probe {} of the account has completed", uri, failure);
            return failure == null || !isTemporary(failure);
        } catch (Throwable e) {
            LOG.debug("Probe {} of the account cannot be sent; a document tests the account instead", uri, e);
            return true;
        }
    }

    /** Any other failure of the probe says nothing about documents: the trial decides. */
    private static boolean isTemporary(Exception failure) {
        return AccountErrorRoutePolicy.accountError(failure).isPresent()
                || failure instanceof DocprocException response && response.isRetryable();
    }
}
