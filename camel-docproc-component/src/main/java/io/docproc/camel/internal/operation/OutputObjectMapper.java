/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import org.apache.camel.CamelContext;

/** Finds the JSON mapper of the application, which maps to the classes of the application. */
final class OutputObjectMapper {
    private OutputObjectMapper() {}

    /**
     * Returns the mapper in the registry if there is exactly one, as camel-jackson does. Otherwise returns a new mapper
     * that reads {@code java.time} types and {@code Optional}, with all modules on the class path.
     */
    static ObjectMapper of(CamelContext context) {
        ObjectMapper mapper = context.getRegistry().findSingleByType(ObjectMapper.class);
        return mapper == null
                ? JsonMapper.builder()
                        .addModule(new JavaTypesModule())
                        .findAndAddModules()
                        .build()
                : mapper;
    }
}
