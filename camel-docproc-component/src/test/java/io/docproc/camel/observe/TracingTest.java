/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.observe;

import static io.opentelemetry.api.common.AttributeKey.stringKey;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.DocprocConfiguration;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.testkit.CallbackServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import io.docproc.camel.testkit.TestContexts;
import io.opentelemetry.api.baggage.propagation.W3CBaggagePropagator;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.propagation.ContextPropagators;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.opentelemetry2.OpenTelemetryTracer;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;
import org.slf4j.helpers.BasicMDCAdapter;
import org.slf4j.spi.MDCAdapter;

/** Traces and the diagnostic context of the log, with camel-opentelemetry2. */
@Timeout(60)
class TracingTest {
    private static final String TENANT = "tenant";
    private final List<SpanData> spans = new CopyOnWriteArrayList<>();

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble(() -> trace(TestContexts.create()));

    @RegisterExtension
    final CallbackServer server = new CallbackServer();

    /** The binding of the tests has no diagnostic context. */
    @BeforeAll
    static void supportDiagnosticContext() throws Exception {
        LoggerFactory.getILoggerFactory();
        Method adapter = MDC.class.getDeclaredMethod("setMDCAdapter", MDCAdapter.class);
        adapter.setAccessible(true);
        adapter.invoke(null, new BasicMDCAdapter());
    }

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

    private static Processor record(String property) {
        return exchange ->
                exchange.setProperty(property, Span.current().getSpanContext().getSpanId() + " " + MDC.get(TENANT));
    }

    @Test
    void aStepAfterACallHasTheTraceAndTheDiagnosticContextOfItsMessage() throws Exception {
        DocprocConfiguration configuration = service.component().getConfiguration();
        configuration.setMaxConcurrentRequests(1);
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.route(routes -> routes.from("direct:in")
                .process(exchange -> MDC.put(TENANT, exchange.getExchangeId()))
                .process(record("before"))
                .to("docproc:crop")
                .process(record("after")));

        List<Future<Exchange>> sent = IntStream.range(0, 8)
                .mapToObj(index -> {
                    Exchange exchange = new DefaultExchange(service.context());
                    exchange.getMessage().setBody(Replies.DOCUMENT);
                    return (Future<Exchange>)
                            service.context().createProducerTemplate().asyncSend("direct:in", exchange);
                })
                .toList();

        for (Future<Exchange> future : sent) {
            Exchange exchange = future.get(30, TimeUnit.SECONDS);
            assertThat(exchange.getException()).isNull();
            assertThat(exchange.getProperty("after", String.class))
                    .isEqualTo(exchange.getProperty("before"))
                    .endsWith(" " + exchange.getExchangeId());
        }
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
        service.server().stubFor(Stubs.ok(Replies.EXTRACT_PATH, Replies.EXTRACT));

        service.call("docproc:extract?schema=RAW(" + Replies.SCHEMA + ")", Replies.DOCUMENT);

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
