/* SPDX-License-Identifier: Apache-2.0 */
package com.example.docproc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.docproc.camel.DocprocComponent;
import java.util.List;
import java.util.Set;
import org.apache.camel.catalog.CamelCatalog;
import org.apache.camel.catalog.DefaultCamelCatalog;
import org.apache.camel.catalog.EndpointValidationResult;
import org.junit.jupiter.api.Test;

/** The entry of Camel's catalog in the jar of the component. */
final class CatalogEntryTest {
    private static final String ENTRY = "org/apache/camel/catalog/components/docproc.json";

    private final CamelCatalog catalog = new DefaultCamelCatalog();

    @Test
    void theComponentIsFoundInTheJar() throws Exception {
        assertEquals(List.of(ENTRY), PublishedJar.entries(ENTRY));

        catalog.addComponent(
                "docproc", DocprocComponent.class.getName(), catalog.componentJSonSchema("docproc"));

        assertTrue(catalog.findComponentNames().contains("docproc"));
        assertEquals(
                DocprocComponent.class.getName(),
                catalog.componentModel("docproc").getJavaType());
    }

    @Test
    void endpointsAreValidated() {
        EndpointValidationResult valid =
                catalog.validateEndpointProperties("docproc:crop?enhanceMode=5&responseTimeout=1m");
        EndpointValidationResult invalid = catalog.validateEndpointProperties("docproc:crop?enhancedMode=5");

        assertTrue(valid.isSuccess(), () -> valid.summaryErrorMessage(false));
        assertFalse(invalid.isSuccess());
        assertEquals(Set.of("enhancedMode"), invalid.getUnknown());
    }
}
