/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.result.ResultKey;
import io.docproc.camel.result.ResultRepository;
import io.docproc.camel.result.SingleFlight;
import java.net.URI;
import java.util.Optional;
import java.util.function.Supplier;

/** Result repository of a component, shared by its endpoints. */
public final class StoredResults {
    private final Supplier<Optional<ResultRepository>> configured;
    private Optional<Started> started = Optional.empty();

    private record Started(ResultRepository repository, SingleFlight calls) {}

    /**
     * Creates an instance that is not started.
     *
     * @param configured supplies the result repository of the component; empty if no result is stored
     */
    public StoredResults(Supplier<Optional<ResultRepository>> configured) {
        this.configured = configured;
    }

    /** Uses the repository, which is started. */
    public void start() {
        started = configured.get().map(repository -> new Started(repository, new SingleFlight(repository)));
    }

    /** Uses the repository no longer. */
    public void stop() {
        started = Optional.empty();
    }

    /**
     * Returns the reuse of stored results for one call. Empty without a repository, and for operations whose response
     * contains no billed result.
     *
     * @param operation the operation of the call
     * @param baseUrl supplies the base URL of the service, if there is a repository
     * @param appId the App ID of the account
     */
    public Optional<ResultReuse> reuse(DocprocOperation operation, Supplier<URI> baseUrl, String appId) {
        return started.filter(results -> operation.hasReusableResult())
                .map(results -> new ResultReuse(
                        results.repository(),
                        results.calls(),
                        ResultKey.builder().account(baseUrl.get(), appId).operation(operation.name())));
    }
}
