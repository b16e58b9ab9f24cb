/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ErrorCode;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.internal.body.SpoolException;
import io.docproc.camel.internal.body.UnreadableJsonException;
import io.docproc.camel.internal.http.RequestBodies.UnreadableDocumentException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.ZipException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.apache.camel.util.ObjectHelper;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.MalformedChunkCodingException;
import org.apache.hc.core5.http.MessageConstraintException;

/** Creates the exceptions for calls without a response, and for responses that are not the service's. */
public final class CallFailures {
    final ServiceCall call;
    final Redaction redaction;
    private final CallsInFlight.Call current;

    CallFailures(ServiceCall call, Redaction redaction, CallsInFlight.Call current) {
        this.call = call;
        this.redaction = redaction;
        this.current = current;
    }

    /**
     * Returns the exception for an unchecked exception of the upload. A document's stream may report the interrupt of
     * a cancelled call by any unchecked exception, so the reason for the cancellation takes precedence.
     */
    RuntimeException failed(RuntimeException cause) {
        UnreadableDocumentException unreadable = cause instanceof UnreadableDocumentException e ? e : null;
        if (current.cancellationReason().isPresent()) {
            return noResponse(
                    unreadable != null && unreadable.getCause() instanceof Exception e ? e : cause, Optional.empty());
        }
        return unreadable == null
                ? cause
                : new DocprocDocumentException(failure(unreadable.getMessage(), 0, ""), unreadable.getCause());
    }

    /**
     * Returns the exception for a call whose response cannot be received.
     *
     * @param response the status line and the headers, if they were received
     */
    DocprocException noResponse(Exception cause, Optional<HttpResponse> response) {
        Optional<MessageConstraintException> excess = explained(cause);
        if (excess.isPresent() && current.cancellationReason().isEmpty()) {
            return new DocprocInvalidResponseException(failure(excess.get().getMessage(), 0, ""), "", excess.get());
        }
        boolean isRefused = cause instanceof HttpException || cause instanceof ClientProtocolException;
        if (isRefused
                && current.sendingStarted()
                && current.cancellationReason().isEmpty()) {
            String reason = "the response has arrived, but it is not valid HTTP: " + cause.getMessage()
                    + "; check which server or proxy responds at baseUrl";
            ServiceFailure refused = failure(
                    redaction.apply(reason),
                    response.map(HttpResponse::getCode).orElse(0),
                    response.map(this::requestId).orElse(""));
            return new DocprocInvalidResponseException(refused, "", redaction.apply(cause));
        }
        String reason = current.cancellationReason()
                .map(cancelled -> cancelled + ": " + cause(cause))
                .orElseGet(() -> "no response: " + cause(cause));
        ServiceFailure failure =
                failure(reason, 0, "").withAdvice(tlsAdvice(cause).orElse(""));
        return current.sendingStarted()
                ? afterSending(failure, cause)
                : DocprocTransportException.withRetry(failure, redaction.apply(cause));
    }

    DocprocException redirected(ClassicHttpResponse response) {
        Header location = response.getFirstHeader("Location");
        String reason = "the service responded with a redirect"
                + (location == null ? "" : " to " + redaction.apply(location.getValue()))
                + ", which is not followed because it would receive the credentials; set baseUrl to the final address";
        return new DocprocInvalidResponseException(failure(reason, response.getCode(), ""), "", null);
    }

    /** Returns the request id in the headers of a response; empty if there is none. */
    String requestId(HttpResponse response) {
        Header id = response.getFirstHeader("x-request-id");
        return id == null ? "" : redaction.apply(id.getValue());
    }

    /** Returns the exception for a response that cannot be read, or not to its end. */
    DocprocException invalidResponse(Exception cause, ServiceResponse response, ServiceResponse.Body body) {
        int status = response.httpStatus();
        Optional<Envelope> read =
                Optional.ofNullable(response.readUntilFailure().get());
        String requestId = read.map(Envelope::requestId).orElse(response.requestId());
        Optional<String> cancelled = current.cancellationReason();
        boolean isForeign = isIncomplete(cause)
                || explained(cause).isPresent()
                || cause instanceof JsonProcessingException
                || cause instanceof ZipException
                || cause instanceof ServiceResponse.Body.ResponseTooLargeException;
        if (cancelled.isEmpty()
                && isForeign
                && read.filter(envelope -> envelope.code() != 0).isPresent()) {
            return unreadable(cause, read.get(), body);
        }
        if (cancelled.isEmpty() && isForeign) {
            return notFromService(cause, status, requestId, body);
        }
        String reason = cancelled.orElse("the connection failed while the response was received") + ": " + cause(cause);
        if (cancelled.isEmpty() && cause instanceof SpoolException) {
            reason = redaction.apply("the response has arrived, and " + cause.getMessage());
        }
        return afterSending(failure(reason, status, requestId), cause);
    }

    /**
     * Returns the exception for a response of the service that cannot be read to its end. If a field is not JSON, the
     * code before it is still that of an error which the interface document lists.
     */
    private DocprocException unreadable(Exception cause, Envelope read, ServiceResponse.Body body) {
        if (read.isError() && cause instanceof JsonProcessingException) {
            return ErrorCode.exceptionFor(read.failure());
        }
        String beginning = body.beginning(redaction);
        return new DocprocInvalidResponseException(
                read.failure().withReason("the response cannot be read to its end: " + reason(cause, beginning)),
                beginning,
                redaction.apply(withoutQuotations(cause)));
    }

    /** Returns the exception for a response that a gateway, a proxy or another server sent. */
    private DocprocException notFromService(Exception cause, int status, String requestId, ServiceResponse.Body body) {
        String beginning = body.beginning(redaction);
        String reason = ServiceResponse.foreign(status, body.contentType(redaction)) + ": " + reason(cause, beginning);
        ServiceFailure failure = failure(reason, status, requestId);
        return switch (status) {
            case 401, 403, 429 ->
                ErrorCode.exceptionFor(
                        beginning.isEmpty() ? failure : failure.withReason(reason + "; it begins: " + beginning));
            default ->
                new DocprocInvalidResponseException(failure, beginning, redaction.apply(withoutQuotations(cause)));
        };
    }

    /** Returns the exception for a call that may have arrived. Only a GET may then be retried. */
    private DocprocException afterSending(ServiceFailure failure, Exception cause) {
        return call.method() == ServiceCall.Method.GET
                ? DocprocTransportException.withRetry(failure, redaction.apply(cause))
                : DocprocTransportException.withoutRetry(failure, redaction.apply(cause));
    }

    private String cause(Exception cause) {
        return redaction.apply(String.valueOf(cause));
    }

    private static boolean isIncomplete(Exception cause) {
        return cause instanceof ConnectionClosedException || cause instanceof MalformedChunkCodingException;
    }

    private String reason(Exception cause, String beginning) {
        if (cause instanceof ZipException) {
            return "it is not compressed as its header Content-Encoding says: " + cause(cause);
        }
        if (beginning.isEmpty()) {
            return "it is empty";
        }
        if (cause instanceof JsonEOFException || isIncomplete(cause)) {
            return "it is truncated";
        }
        return explained(cause)
                .map(Exception::getMessage)
                .orElseGet(() -> redaction.apply(withoutQuotations(cause).getMessage()));
    }

    private static Exception withoutQuotations(Exception cause) {
        return cause instanceof JsonProcessingException json ? UnreadableJsonException.of(json) : cause;
    }

    private ServiceFailure failure(String reason, int status, String requestId) {
        return new ServiceFailure(
                        call.operation(),
                        0,
                        "",
                        requestId,
                        status,
                        call.method().name())
                .withReason(reason);
    }

    /** Returns the exception with the limit that the response exceeds and with advice; empty for other exceptions. */
    public static Optional<MessageConstraintException> explained(Exception e) {
        String reason = e instanceof MessageConstraintException ? String.valueOf(e.getMessage()) : "";
        if (reason.contains("header count")) {
            return Optional.of(exceeded("more than the allowed " + CamelHttpClients.MAX_HEADERS + " headers"));
        }
        return reason.contains("line length")
                ? Optional.of(exceeded(
                        "a header line longer than the allowed " + CamelHttpClients.MAX_HEADER_LINE + " bytes"))
                : Optional.empty();
    }

    private static MessageConstraintException exceeded(String limit) {
        return new MessageConstraintException("the response has " + limit
                + "; the service sends a few short headers: check which server or proxy responds at baseUrl");
    }

    /** Returns what to do about a failed TLS handshake; empty if none has failed. */
    public static Optional<String> tlsAdvice(Throwable failure) {
        List<Throwable> causes = new ArrayList<>();
        ObjectHelper.createExceptionIterable(failure).forEach(causes::add);
        if (causes.stream().noneMatch(SSLException.class::isInstance)) {
            return Optional.empty();
        }
        String text = causes.toString().toLowerCase(Locale.ROOT);
        if (causes.stream().anyMatch(CertPathBuilderException.class::isInstance)) {
            return Optional.of(
                    "no CA certificate in the trust store signs the certificate of the server, or of the proxy in"
                            + " between; import the CA certificate into a trust store, and set sslContextParameters with it");
        }
        if (causes.stream().anyMatch(CertPathValidatorException.class::isInstance)) {
            return Optional.of(
                    "the certificate of the server, or its CA, is not valid now; renew it, or correct the clock of"
                            + " this machine");
        }
        if (causes.stream().anyMatch(SSLPeerUnverifiedException.class::isInstance)
                || text.contains("no name matching")) {
            return Optional.of("the certificate is for another host; set baseUrl to the host name in the certificate");
        }
        if (text.contains("unrecognized ssl message") || text.contains("plaintext connection")) {
            return Optional.of("the server does not speak TLS at this port; correct the port or the scheme of baseUrl");
        }
        if (causes.stream().noneMatch(SSLHandshakeException.class::isInstance)) {
            return Optional.empty();
        }
        return Optional.of(
                "the server and this client agree on no TLS version, cipher or certificate; check the server's"
                        + " requirements, such as a client certificate, and set sslContextParameters");
    }
}
