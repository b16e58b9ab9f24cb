/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.webhook.Callbacks;
import io.docproc.camel.internal.webhook.ResultSource;
import java.net.URI;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;

/**
 * Settings of an endpoint from which an operation is created.
 *
 * @param name the name of the operation
 * @param camelContext the context, which resolves resources and classes
 * @param configured returns the value that the endpoint has for the name of an option, or null
 * @param baseUrl the base URL of the main service
 * @param workflowUrl the base URL of the workflow-configuration service, if one is set
 * @param parseService the path segment that selects the parsing service
 * @param callbacks builds callback URLs and stores submitted jobs
 * @param results supplies the downloads of the results of jobs
 */
public record OperationContext(
        String name,
        CamelContext camelContext,
        Function<String, Object> configured,
        URI baseUrl,
        Optional<URI> workflowUrl,
        String parseService,
        Callbacks callbacks,
        Supplier<ResultSource> results) {

    /** @throws IllegalArgumentException if {@code parseService} is not one path segment */
    public OperationContext {
        if (parseService == null || !parseService.matches("(?!\\.+$)[A-Za-z0-9._-]+")) {
            throw new IllegalArgumentException("Option parseService is '" + parseService
                    + "'; allowed is one path segment of letters, digits, '.', '_' and '-', not of dots alone");
        }
    }

    /** Returns the value that the endpoint has for an option; empty if it is not set. */
    <T> Optional<T> configured(String option, Class<T> type) {
        return Optional.ofNullable(type.cast(configured.apply(option)));
    }

    /** Returns the URL of a path of the main service. */
    URI main(String path) {
        return URI.create(baseUrl + path);
    }

    /**
     * Returns the URL of a path of the workflow-configuration service.
     *
     * @throws IllegalArgumentException if {@code workflowUrl} is not set
     */
    URI workflow(String path) {
        return URI.create(
                workflowUrl.orElseThrow(() -> new IllegalArgumentException("Option workflowUrl is required for"
                                + " docproc:" + name
                                + ": set it on the component or the endpoint, to the address of the"
                                + " workflow-configuration service"))
                        + path);
    }
}
