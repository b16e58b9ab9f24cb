/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.model.ProcessorDefinition;
import org.apache.camel.spi.DataFormat;
import org.apache.camel.spi.Synchronization;
import org.apache.camel.support.ExpressionAdapter;
import org.apache.camel.support.SynchronizationAdapter;
import org.apache.camel.support.service.ServiceSupport;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A step after a call throws an {@code Error}, such as a missing class, on a thread of the component. */
final class ErrorAfterCallTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    /** Steps of which Camel catches the error, and steps of which it does not. */
    private enum Step {
        PROCESS(route -> route.process(exchange -> throwError())),
        EXPRESSION(route -> route.setBody(exchange -> throwError())),
        RECIPIENT_LIST(route -> route.recipientList(new ExpressionAdapter() {
                    @Override
                    public Object evaluate(Exchange exchange) {
                        return throwError();
                    }
                })
                .end()),
        MARSHAL(route -> route.setBody().constant("text").marshal(new BrokenFormat()));

        private final UnaryOperator<ProcessorDefinition<?>> step;

        Step(UnaryOperator<ProcessorDefinition<?>> step) {
            this.step = step;
        }
    }

    private static final class BrokenFormat extends ServiceSupport implements DataFormat {
        @Override
        public void marshal(Exchange exchange, Object graph, OutputStream stream) {
            throwError();
        }

        @Override
        public Object unmarshal(Exchange exchange, InputStream stream) {
            return throwError();
        }
    }

    private static Object throwError() {
        throw new NoClassDefFoundError("com/example/Reader");
    }

    @ParameterizedTest
    @EnumSource
    void theExchangeFailsAndTheCallIsNotMadeAgain(Step step) throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        List<String> later = new ArrayList<>();
        RouteBuilder.addRoutes(service.context(), routes -> {
            routes.onException(Throwable.class).maximumRedeliveries(3).redeliveryDelay(0);
            step.step.apply(routes.from("direct:page").to("docproc:crop")).process(exchange -> later.add("reached"));
        });

        Exchange exchange;
        try (ProducerTemplate template = service.context().createProducerTemplate()) {
            exchange = template.asyncSend(
                            "direct:page", request -> request.getMessage().setBody(Replies.JPEG))
                    .get(30, TimeUnit.SECONDS);
        }

        assertThat((Throwable) exchange.getException()).hasRootCauseInstanceOf(NoClassDefFoundError.class);
        assertThat(service.server().getAllServeEvents()).hasSize(1);
        assertThat(later).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void theExchangeOfAFileCompletesOnceAndTheFileIsKept(Step step, @TempDir Path inbox) throws Exception {
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        AtomicInteger completions = new AtomicInteger();
        Files.write(inbox.resolve("a.jpg"), Replies.JPEG);
        RouteBuilder.addRoutes(service.context(), routes -> {
            step.step
                    .apply(routes.from("file:" + inbox + "?initialDelay=0&move=done&moveFailed=failed")
                            .process(exchange -> exchange.getExchangeExtension().addOnCompletion(counting(completions)))
                            .to("docproc:crop"))
                    .to("mock:later");
        });

        await().until(() ->
                service.context().getInflightRepository().size() == 0 && Files.exists(inbox.resolve("failed/a.jpg")));
        service.context().stop();
        assertThat(completions).hasValue(1);
        assertThat(service.server().getAllServeEvents()).hasSize(1);
        assertThat(inbox.resolve("failed/a.jpg")).hasBinaryContent(Replies.JPEG);
    }

    private static Synchronization counting(AtomicInteger completions) {
        return new SynchronizationAdapter() {
            @Override
            public void onDone(Exchange exchange) {
                completions.incrementAndGet();
            }
        };
    }
}
