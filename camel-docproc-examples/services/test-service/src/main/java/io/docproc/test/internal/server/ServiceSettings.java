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
 * @param network the address and the allowed clients
 * @param account the initial account
 * @param jobs processing of parse jobs
 * @param extensions replacements and additions of behavior
 * @param features optional behavior
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
     * Address of a service.
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

    /** Returns a copy with another port. */
    ServiceSettings withPort(int port) {
        return new ServiceSettings(
                new Network(
                        network.host(),
                        port,
                        network.allowedClients(),
                        network.temporaryFolder(),
                        network.controlPaths()),
                account,
                jobs,
                extensions,
                features,
                clock);
    }

    /** HTTP method and path of a control path. */
    public record ControlPath(String method, String path) {
        /**
         * Checks the path.
         *
         * @throws IllegalArgumentException if it contains a brace without its counterpart
         */
        public ControlPath {
            PathTemplate.of(path);
        }
    }

    /**
     * Initial account.
     *
     * @param requestsPerSecond the maximum of billed calls in a second; 0 for no limit
     */
    public record AccountSettings(Credentials credentials, Account.Seed seed, int requestsPerSecond) {}

    /**
     * Processing of parse jobs.
     *
     * @param parseService the path segment of the parsing service
     * @param plan completion of jobs without stub
     * @param callbacks delivery of callbacks
     * @param resultForm the content of results
     */
    public record Jobs(String parseService, CompletionPlan plan, CallbackPolicy callbacks, ResultForm resultForm) {}

    /**
     * Replacements and additions of behavior.
     *
     * @param responders responders that replace the default ones
     * @param checks checks of requests beyond the contract
     * @param listener receives calls and callbacks
     */
    public record Extensions(
            Map<Operation, Responder> responders,
            Map<Operation, Consumer<ServiceRequest>> checks,
            ServiceListener listener) {}

    /** Optional behavior. */
    public enum Feature {
        /** The service downloads documents that requests refer to by URL. */
        DOWNLOAD_DOCUMENTS,
        /** The service checks formats and dimensions of documents. */
        CHECK_DOCUMENTS,
        /** The service keeps received calls with their documents. */
        RECORD_CALLS
    }
}
