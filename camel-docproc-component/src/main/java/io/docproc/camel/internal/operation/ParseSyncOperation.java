/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceCall;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.apache.camel.StreamCache;

/** Operation {@code parseSync}: parses a document and waits for the result (interface document, endpoint 4). */
final class ParseSyncOperation implements Operation {
    private static final long MAX_RESPONSE_BYTES = 4L * 1024 * 1024 * 1024;
    private static final CallOption<String> OUTPUT = CallOption.oneOf("output", "document", "response");
    private static final String DATA = "data";
    private static final Set<String> SCALARS = Set.of("job_id", "success_count");

    static final List<CallOption<?>> OPTIONS = CallOption.concat(ParseForm.OPTIONS, OUTPUT, PartialFailure.OPTION);

    private final URI url;
    private final ParseForm form;

    ParseSyncOperation(OperationContext context) {
        this.url = context.main("/api/v1/" + context.parseService() + "/parse/sync");
        this.form = new ParseForm(context);
    }

    @Override
    public OperationResult perform(Invocation invocation) {
        ServiceCall call = form.call(invocation, url, parts -> {}).withMaxResponseBytes(MAX_RESPONSE_BYTES);
        SpooledResponse response = invocation.billedCall(
                call,
                invocation.spooled(SCALARS),
                read -> read.envelope().succeeded() && read.payload(DATA).isPresent());
        if (!PartialFailure.isAccepted(response.envelope(), invocation.options())) {
            response.envelope().requireSuccess(() -> response.payload(DATA).orElseGet(response::whole));
        }
        StreamCache data = response.payload(DATA).orElseThrow(() -> response.withoutPayload(DATA));
        StreamCache body = invocation.options().has(OUTPUT, "response") ? response.whole() : data;
        return OperationResult.of(body, response.envelope())
                .with(ResultHeader.JOB_ID, response.scalar(DATA, "job_id"))
                .with(ResultHeader.SUCCESS_COUNT, response.count(DATA, "success_count"));
    }
}
