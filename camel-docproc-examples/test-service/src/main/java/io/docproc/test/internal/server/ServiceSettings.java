/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import io.docproc.test.CallbackPolicy;
import io.docproc.test.ControlHandler;
import io.docproc.test.Operation;
import io.docproc.test.Responder;
import io.docproc.test.ResultForm;
import io.docproc.test.ServiceListener;
import io.docproc.test.ServiceRequest;
import io.docproc.test.internal.account.Account;
import io.docproc.test.internal.account.Credentials;
import io.docproc.test.internal.job.CompletionPlan;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Settings of a service.
 *
 * @param network where the service is found, and by whom
 * @param account the account at first
 * @param jobs how parse jobs are processed
 * @param extensions what replaces or supplements the behavior of the service
 * @param features behavior that can be switched
 * @param clock the time of the account, the rate limit and the events of jobs
 */
public record ServiceSettings(
        Network network,
        AccountSettings account,
        Jobs jobs,
        Extensions extensions,
        Set<Feature> features,
        Clock clock) {

    /**
     * Where a service is found.
     *
     * @param host the address to listen on
     * @param port the port; 0 for a free one
     * @param allowedClients addresses of clients; empty for all
     * @param temporaryFolder an existing folder
     * @param controlPaths additional paths
     */
    public record Network(
            String host,
            int port,
            Set<InetAddress> allowedClients,
            Path temporaryFolder,
            Map<ControlPath, ControlHandler> controlPaths) {}

    /** HTTP method and path of requests that the service itself does not have. */
    public record ControlPath(String method, String path) {}

    /**
     * The account at first.
     *
     * @param requestsPerSecond the maximum of billed calls in a second; 0 for no limit
     */
    public record AccountSettings(Credentials credentials, Account.Seed seed, int requestsPerSecond) {}

    /**
     * How parse jobs are processed.
     *
     * @param parseService the path segment of the parsing service
     * @param plan how jobs without stub are completed
     * @param callbacks how callbacks are delivered
     * @param resultForm the content of results
     */
    public record Jobs(String parseService, CompletionPlan plan, CallbackPolicy callbacks, ResultForm resultForm) {}

    /**
     * What replaces or supplements the behavior of the service.
     *
     * @param responders responders that replace the default ones
     * @param checks checks of requests beyond the contract
     * @param listener receives calls and callbacks
     */
    public record Extensions(
            Map<Operation, Responder> responders,
            Map<Operation, Consumer<ServiceRequest>> checks,
            ServiceListener listener) {}

    /** Behavior that can be switched. */
    public enum Feature {
        /** The service downloads documents that requests refer to by URL. */
        DOWNLOAD_DOCUMENTS,
        /** The service checks formats and dimensions of documents. */
        CHECK_DOCUMENTS,
        /** The service keeps received calls with their documents. */
        RECORD_CALLS
    }
}
