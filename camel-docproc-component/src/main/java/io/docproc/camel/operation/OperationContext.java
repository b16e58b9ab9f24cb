/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.util.Optional;
import java.util.function.Function;
import org.apache.camel.CamelContext;

/**
 * What an operation knows of its endpoint.
 *
 * @param name the operation's name
 * @param camelContext the context, for resources and classes
 * @param configured what the endpoint says for an option's name; null when it says nothing
 * @param mapper the user's JSON mapper, for the user's own types
 * @param baseUrl the address of the main service
 * @param workflowUrl the address of the workflow-configuration service, if one is set
 * @param parseService the path segment that names the parsing service
 * @param submissions orders callbacks and remembers jobs
 */
public record OperationContext(
        String name,
        CamelContext camelContext,
        Function<String, Object> configured,
        ObjectMapper mapper,
        URI baseUrl,
        Optional<URI> workflowUrl,
        String parseService,
        Submissions submissions) {

    /** The endpoint's own value of an option. */
    <T> Optional<T> configured(Option<T> option) {
        return Optional.ofNullable(option.type().cast(configured.apply(option.name())));
    }

    /** An address of the main service. */
    URI main(String path) {
        return URI.create(baseUrl + path);
    }

    /**
     * An address of the workflow-configuration service.
     *
     * @throws IllegalArgumentException when {@code workflowUrl} is not set
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
