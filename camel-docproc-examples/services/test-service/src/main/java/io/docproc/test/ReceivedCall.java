/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Call that the test service received, with its outcome.
 *
 * @param request the request; only the request line for a call that was rejected before its body was read
 * @param enterpriseId the header {@code x-ti-enterprise-id}
 * @param requestId the {@code x_request_id} or {@code traceId} of the response
 * @param code the {@code code} of the response, 200 for success; empty if a fault replaced the response
 * @param outcome the code as text, or the fault: {@code http-<status>}, {@code disconnected},
 *     {@code disconnected-during-response}, {@code truncated}, {@code garbage} or {@code content-type}
 * @param charge the price of the call; empty if it was not billed
 * @param duration the time from the first byte of the request to the response
 */
public record ReceivedCall(
        ServiceRequest request,
        Optional<String> enterpriseId,
        String requestId,
        OptionalInt code,
        String outcome,
        Optional<Charge> charge,
        Duration duration) {

    /** Returns a copy for the log of calls, whose document may be without content. */
    ReceivedCall completed(boolean withContent) {
        ServiceRequest completed = request.document()
                .map(it -> request.withDocument(it.completed(withContent)))
                .orElse(request);
        return new ReceivedCall(completed, enterpriseId, requestId, code, outcome, charge, duration);
    }

    /** Returns whether the call was billed. */
    public boolean billed() {
        return charge.isPresent();
    }

    /** Returns the called operation. */
    public Operation operation() {
        return request.operation();
    }

    /** Returns the file name of an extract or parse request. */
    public Optional<String> fileName() {
        return request.fileName();
    }

    /** Returns the uploaded document. Throws an {@link IllegalStateException} if the call uploaded none. */
    public RequestDocument document() {
        return request.document()
                .orElseThrow(() -> new IllegalStateException("The call of " + operation() + " uploaded no document."));
    }
}
