/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.local.ServiceException;
import io.docproc.local.account.Charge;
import io.docproc.local.account.Reservation;
import io.docproc.local.fault.Effect;
import io.docproc.local.fault.FaultTarget;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.RequestTooBigException;
import io.undertow.util.Headers;
import io.undertow.util.PathTemplateMatch;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Processes a call on a worker thread: document, account and response. */
final class CallTask implements FaultTarget {
    private static final Logger LOG = LoggerFactory.getLogger(CallTask.class);
    private static final int SUCCESS = 200;
    private static final int INTERNAL_ERROR = 500;
    private static final int TOO_LARGE = 40302;

    private final HttpServerExchange exchange;
    private final Route route;
    private final CallHandler.Context context;
    private final ResponseWriter response;
    private final String requestId = UUID.randomUUID().toString();
    private final long startedNanos = System.nanoTime();

    CallTask(HttpServerExchange exchange, Route route, CallHandler.Context context) {
        this.exchange = exchange;
        this.route = route;
        this.context = context;
        this.response = new ResponseWriter(exchange, requestId);
    }

    /** Ends the call in this way; called once, on a thread that may block. */
    void end(Effect effect) {
        exchange.startBlocking();
        try {
            effect.on(this);
        } catch (IOException e) {
            LOG.debug("{}: the client has gone", route.operation().id(), e);
            response.drop();
        }
    }

    @Override
    public void answer() throws IOException {
        Done done = work();
        note(String.valueOf(done.code()), done.charge());
        response.json(done.body());
    }

    @Override
    public void refuse(int code, String message) throws IOException {
        note(String.valueOf(code), Charge.NONE);
        response.json(route.envelope().head(code, message, facts()));
    }

    @Override
    public void page(int httpStatus) throws IOException {
        note("html-" + httpStatus, Charge.NONE);
        response.page(httpStatus);
    }

    @Override
    public void drop() {
        note("dropped", Charge.NONE);
        response.drop();
    }

    @Override
    public void readAndDrop() throws IOException {
        exchange.getInputStream().transferTo(OutputStream.nullOutputStream());
        drop();
    }

    @Override
    public void answerAndDrop() {
        note("dropped", work().charge());
        response.drop();
    }

    @Override
    public void answerTruncated() throws IOException {
        Done done = work();
        note("truncated", done.charge());
        response.truncated(done.body());
    }

    private Done work() {
        try (TempFiles tempFiles = new TempFiles(context.tempFolder());
                Reservation reservation = context.account().reserve(route.operation())) {
            Call call = new Call(
                    new QueryParameters(exchange.getQueryParameters()),
                    exchange.getAttachment(PathTemplateMatch.ATTACHMENT_KEY).getParameters(),
                    exchange.getRequestScheme() + "://" + exchange.getHostAndPort(),
                    Optional.ofNullable(exchange.getRequestHeaders().getFirst(Headers.CONTENT_TYPE)),
                    exchange.getInputStream(),
                    tempFiles);
            ObjectNode members = route.endpoint().answer(call);
            ObjectNode body = route.envelope().head(SUCCESS, "success", facts());
            return new Done(SUCCESS, body.setAll(members), reservation.settle());
        } catch (ServiceException e) {
            return failed(e.code(), e.getMessage());
        } catch (RequestTooBigException e) {
            return failed(TOO_LARGE, "file size exceeds the limit");
        } catch (IOException e) {
            LOG.warn("{} {}: {}", route.operation().id(), requestId, e.toString());
            return failed(INTERNAL_ERROR, "internal server error");
        } catch (RuntimeException e) {
            LOG.warn("{} {} failed", route.operation().id(), requestId, e);
            return failed(INTERNAL_ERROR, "internal server error");
        }
    }

    private Done failed(int code, String message) {
        return new Done(code, route.envelope().head(code, message, facts()), Charge.NONE);
    }

    private Envelope.Facts facts() {
        return new Envelope.Facts(requestId, elapsed());
    }

    private Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startedNanos);
    }

    private void note(String outcome, Charge charge) {
        context.log().note(route.operation().id(), outcome, charge, elapsed());
    }

    private record Done(int code, ObjectNode body, Charge charge) {}
}
