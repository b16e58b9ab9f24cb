/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.transport;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.model.ExtractResponse;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.StreamCache;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.impl.engine.DefaultStreamCachingStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An {@link Error} while a response is read: the response was billed, so the exception carries it. */
@Timeout(60)
class ResponseErrorTest {
    private static final byte[] LARGE_IMAGE = Arrays.copyOf(Replies.JPEG, 400_000);

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble(ResponseErrorTest::contextThatCannotSpool);

    /** Returns a context that lacks a class as soon as a response is larger than the memory for it. */
    private static CamelContext contextThatCannotSpool() {
        DefaultCamelContext context = new DefaultCamelContext();
        context.setStreamCachingStrategy(new DefaultStreamCachingStrategy() {
            private final AtomicInteger checks = new AtomicInteger();

            @Override
            public File getSpoolDirectory() {
                if (checks.getAndIncrement() < 2) {
                    // The start, and the check before the call.
                    return new File(System.getProperty("java.io.tmpdir"));
                }
                throw new NoClassDefFoundError("com/example/Spool");
            }

            @Override
            protected void doInit() {
                // Would ask for the spool directory.
            }

            @Override
            protected void doStart() {
                // Would create the spool directory.
            }
        });
        return context;
    }

    /** Class whose deserializer uses a class that is missing. */
    public record MissingInDeserializer(@JsonDeserialize(using = Failing.class) String total) {
        /** Fails. */
        static final class Failing extends JsonDeserializer<String> {
            @Override
            public String deserialize(JsonParser json, DeserializationContext context) throws IOException {
                if (json.getText().isEmpty()) {
                    return "";
                }
                throw new NoClassDefFoundError("com/example/Money");
            }
        }
    }

    @Test
    void anErrorOfTheOutputClassCarriesTheExtractResponse() {
        service.respondWith(Replies.EXTRACT);

        DocprocInvalidResponseException failure = failure("docproc:extract?outputClass="
                + MissingInDeserializer.class.getName() + "&schema=RAW(" + Replies.SCHEMA + ")");

        assertThat(failure)
                .hasRootCauseMessage("com/example/Money")
                .hasMessageContaining(MissingInDeserializer.class.getName());
        assertThat(failure.getResponse()).isInstanceOf(ExtractResponse.class);
        assertThat(((ExtractResponse) failure.getResponse()).result().fields()).isEqualTo(Map.of("total", "12.50"));
        assertThat(failure.getRequestId()).isEqualTo("r-1");
    }

    @Test
    void anErrorWhileADocumentIsReadCarriesItsBeginning() {
        service.respondWith(Replies.PARSE.replace("# A", "# A" + "x".repeat(400_000)));

        DocprocInvalidResponseException failure = failure("docproc:parseSync");

        assertThat(failure.getResponse()).isInstanceOf(StreamCache.class);
        assertThat(service.context().getTypeConverter().convertTo(String.class, failure.getResponse()))
                .startsWith("{\"code\":200")
                .contains("# Axxx");
        assertThat(failure.getExcerpt()).startsWith("{\"code\":200");
    }

    @Test
    void anErrorWhileAnImageIsReadCarriesTheFirstImage() {
        service.respondWith(Replies.crop(Replies.JPEG, LARGE_IMAGE));

        assertThat((InputStream) failure("docproc:crop").getResponse()).hasBinaryContent(Replies.JPEG);
    }

    private DocprocInvalidResponseException failure(String uri) {
        DocprocInvalidResponseException failure =
                service.failure(DocprocInvalidResponseException.class, uri, Replies.DOCUMENT);
        assertThat(failure.isRetryable()).isFalse();
        assertThat(failure.getHttpStatus()).isEqualTo(200);
        assertThat(failure).hasRootCauseInstanceOf(NoClassDefFoundError.class);
        assertThat(service.server().getAllServeEvents()).hasSize(1);
        return failure;
    }
}
