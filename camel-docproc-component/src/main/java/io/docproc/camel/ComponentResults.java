/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.internal.operation.ResultReuse;
import io.docproc.camel.result.ResultKey;
import io.docproc.camel.result.ResultRepository;
import io.docproc.camel.result.SingleFlight;
import java.util.Optional;
import org.apache.camel.CamelContextAware;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.support.service.ServiceSupport;

/** Result repository of a component, shared by its endpoints. It is started and stopped with the component. */
final class ComponentResults extends ServiceSupport {
    private final DocprocComponent component;
    private Optional<Started> started = Optional.empty();

    private record Started(ResultRepository repository, SingleFlight calls) {}

    ComponentResults(DocprocComponent component) {
        this.component = component;
    }

    @Override
    protected void doStart() {
        ResultRepository repository = component.getResultRepository();
        if (repository != null) {
            CamelContextAware.trySetCamelContext(repository, component.getCamelContext());
            ServiceHelper.startService(repository);
            started = Optional.of(new Started(repository, new SingleFlight(repository)));
        }
    }

    @Override
    protected void doStop() {
        started.ifPresent(results -> ServiceHelper.stopService(results.repository()));
        started = Optional.empty();
    }

    /**
     * Returns the reuse of stored results for one call of an endpoint. Empty without a repository, and for operations
     * whose response contains no billed result.
     */
    Optional<ResultReuse> reuse(DocprocEndpoint endpoint) {
        return started.filter(results -> endpoint.getOperation().hasReusableResult())
                .map(results -> new ResultReuse(results.repository(), results.calls(), key(endpoint)));
    }

    private static ResultKey.Builder key(DocprocEndpoint endpoint) {
        return ResultKey.builder()
                .account(
                        endpoint.account().baseUrl(),
                        endpoint.getConfiguration().getAppId())
                .operation(endpoint.getOperation().name());
    }
}
