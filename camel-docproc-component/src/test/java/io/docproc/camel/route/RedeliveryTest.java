/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.stubbing.Scenario;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import jakarta.activation.DataHandler;
import jakarta.mail.util.ByteArrayDataSource;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Redelivery by a route: a document is sent completely or not at all. */
@Timeout(120)
class RedeliveryTest {
    private static final byte[] DOCUMENT = Arrays.copyOf(Replies.DOCUMENT, 300_000);

    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void failOnceThenSucceed() throws Exception {
        service.server()
                .stubFor(Stubs.ok(Replies.CROP_PATH, "{\"code\":30203,\"message\":\"upstream\"}")
                        .inScenario("redelivery")
                        .whenScenarioStateIs(Scenario.STARTED)
                        .willSetStateTo("recovered"));
        service.server()
                .stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP)
                        .inScenario("redelivery")
                        .whenScenarioStateIs("recovered"));
        service.route(routes -> {
            routes.onException(DocprocException.class)
                    .onWhen(routes.simple("${exception.retryable}"))
                    .maximumRedeliveries(2)
                    .redeliveryDelay(0);
            // Without this clause Camel would apply the redelivery policy of the previous failure.
            routes.onException(DocprocException.class).maximumRedeliveries(0);
            routes.from("direct:call").streamCache("true").to("docproc:crop");
            routes.from("direct:uncached").streamCache("false").to("docproc:crop");
        });
    }

    private enum Carrier {
        FILE,
        BYTES,
        ATTACHMENT,
        CACHED_STREAM,
        SPOOLED_STREAM
    }

    private Object document(Carrier carrier) throws IOException {
        return switch (carrier) {
            case FILE -> Files.write(directory.resolve("scan.pdf"), DOCUMENT).toFile();
            case BYTES -> DOCUMENT;
            case ATTACHMENT -> new DataHandler(new ByteArrayDataSource(DOCUMENT, "application/pdf"));
            case CACHED_STREAM, SPOOLED_STREAM -> new ByteArrayInputStream(DOCUMENT);
        };
    }

    @ParameterizedTest
    @EnumSource
    void aDocumentIsSentAgainCompletely(Carrier carrier) throws IOException {
        if (carrier == Carrier.SPOOLED_STREAM) {
            service.context().getStreamCachingStrategy().setSpoolEnabled(true);
            service.context().getStreamCachingStrategy().setSpoolThreshold(1000);
            service.context().getStreamCachingStrategy().setSpoolDirectory(directory.toFile());
        }

        String route = carrier == Carrier.BYTES ? "direct:uncached" : "direct:call";
        assertThat(service.call(route, document(carrier)).getBody(byte[].class)).isEqualTo(Replies.JPEG);
        assertSentTwice();
    }

    private static InputStream unrepeatable() {
        return new FilterInputStream(new ByteArrayInputStream(DOCUMENT)) {
            @Override
            public boolean markSupported() {
                return false;
            }
        };
    }

    @Test
    void withAResultRepositoryAStreamThatCanBeReadOnlyOnceIsResent() throws Exception {
        Replies.configure(service, component -> component.setResultRepository(new FileResultRepository(directory)));

        service.route(routes -> {
            routes.onException(DocprocException.class).maximumRedeliveries(1).redeliveryDelay(0);
            routes.from("direct:stored").streamCache("false").to("docproc:crop?jpegQuality=90");
        });

        service.call("direct:stored", unrepeatable());

        assertSentTwice();
    }

    private void assertSentTwice() {
        assertThat(service.server().getAllServeEvents())
                .hasSize(2)
                .allSatisfy(event -> assertThat(event.getRequest().getBody()).isEqualTo(DOCUMENT));
    }

    @Test
    @CoversFault(19)
    void aStreamThatCanBeReadOnlyOnceIsResent() {
        service.call("direct:uncached", unrepeatable());

        assertSentTwice();
    }
}
