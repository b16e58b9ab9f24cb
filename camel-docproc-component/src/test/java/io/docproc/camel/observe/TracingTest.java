/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import static io.opentelemetry.api.common.AttributeKey.stringKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TestContexts;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.apache.camel.CamelContext;
import org.apache.camel.opentelemetry2.OpenTelemetryTracer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Traces and the diagnostic context of the log, with camel-opentelemetry2. */
@Timeout(60)
class TracingTest {
    private final List<SpanData> spans = new CopyOnWriteArrayList<>();

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble(() -> trace(TestContexts.create()));

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    private CamelContext trace(CamelContext context) {
        SdkTracerProvider provider = SdkTracerProvider.builder()
                .addSpanProcessor(SimpleSpanProcessor.create(new Exporter()))
                .build();
        context.getRegistry().bind("tracer", provider.get("test"));
        context.getRegistry()
                .bind(
                        "propagators",
                        ContextPropagators.create(TextMapPropagator.composite(
                                W3CTraceContextPropagator.getInstance(), W3CBaggagePropagator.getInstance())));
        OpenTelemetryTracer tracer = new OpenTelemetryTracer();
        tracer.setCamelContext(context);
        tracer.init(context);
        return context;
    }

    private final class Exporter implements SpanExporter {
        @Override
        public CompletableResultCode export(Collection<SpanData> exported) {
            spans.addAll(exported);
            return flush();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return flush();
        }
    }

    private Map<String, String> tags(String name) {
        return spans.stream()
                .filter(span -> span.getName().equals(name))
                .flatMap(span -> span.getAttributes().asMap().entrySet().stream())
                .filter(tag -> tag.getKey().getKey().startsWith("docproc."))
                .collect(Collectors.toMap(
                        tag -> tag.getKey().getKey(), tag -> tag.getValue().toString()));
    }

    @Test
    void theSpanOfACompletionHasItsJob() throws Exception {
        trace(server.context());
        server.run("docproc:webhook", exchange -> {});

        server.post(server.signed("a.pdf"), CallbackServer.completed("job-1"));

        await().untilAsserted(() -> assertThat(tags("docproc:webhook"))
                .containsOnly(entry("docproc.operation", "webhook"), entry("docproc.job_id", "job-1")));
    }

    @Test
    void theSpanOfACallHasItsOperationRequestCodeAndWhetherItWasBilled(@TempDir Path folder) {
        Replies.configure(
                service, component -> component.setResultRepository(new FileResultRepository(folder.toString())));
        service.respondWith(Replies.EXTRACT_PATH, Replies.EXTRACT);

        service.call("docproc:extract?schema=RAW(" + Replies.SCHEMA + ")");

        assertThat(tags("docproc:extract"))
                .containsOnly(
                        entry("docproc.operation", "extract"),
                        entry("docproc.request_id", "r-1"),
                        entry("docproc.code", "200"),
                        entry("docproc.billed", "true"));
    }

    @Test
    void theSpanOfAFailedCallHasTheCodeAndRequestOfTheFailureAndNothingOfAnEarlierCall() {
        service.respondWith("{\"code\":40003,\"msg\":\"no\",\"x_request_id\":\"r-9\"}");

        service.send("docproc:crop", Replies.DOCUMENT, Map.of("CamelDocprocJobId", "earlier"));

        assertThat(tags("docproc:crop"))
                .containsOnly(
                        entry("docproc.operation", "crop"),
                        entry("docproc.request_id", "r-9"),
                        entry("docproc.code", "40003"));
        assertThat(spans.get(0).getAttributes().get(stringKey("error"))).isEqualTo("true");
        assertThat(spans.toString()).doesNotContain(ServiceDouble.SECRET_CODE);
    }
}
