/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.SkippedWaits;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import org.apache.camel.Exchange;
import org.apache.camel.RoutesBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Fixture for tests that run the routes of the documentation: a document, a folder for results, and properties. */
abstract class DocumentedRoutesFixture {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble(() -> new SkippedWaits().context());

    @TempDir
    private Path directory;

    private Path invoice;

    @BeforeEach
    void writeInvoiceAndSetProperties() throws Exception {
        invoice = Files.writeString(directory.resolve("invoice.pdf"), "%PDF-1.7\n%%EOF\n");
        Properties properties = new Properties();
        properties.putAll(Map.of("outbox", outbox().toString()));
        service.context().getPropertiesComponent().setOverrideProperties(properties);
        service.component().getConfiguration().setWorkflowUrl(service.server().baseUrl());
    }

    /** Returns the document that the routes send. */
    Path invoice() {
        return invoice;
    }

    /** Returns the folder for results, which a route creates. */
    Path outbox() {
        return directory.resolve("outbox");
    }

    /** Loads the routes of a page and sends a body with the name of the document to one of them. */
    Exchange send(Dsl dsl, String page, RoutesBuilder java, String uri, Object body) throws Exception {
        dsl.load(service.context(), page, java);
        return service.send(uri, body, Map.of(Exchange.FILE_NAME, "invoice.pdf"));
    }
}
