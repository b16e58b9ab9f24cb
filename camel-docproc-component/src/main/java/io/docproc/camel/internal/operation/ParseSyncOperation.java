/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.camel.internal.body.ParseOutput;
import io.docproc.camel.internal.http.ResultHeader;
import io.docproc.camel.internal.http.ServiceCall;
import java.net.URI;
import java.util.List;
import java.util.Set;

/** Operation {@code parseSync}: parses a document and waits for the result (interface document, endpoint 4). */
final class ParseSyncOperation implements Operation {
    private static final long MAX_RESPONSE_BYTES = 4L * 1024 * 1024 * 1024;
    private static final String DATA = "data";
    private static final Set<String> NAMES = ParsedOutput.names(Set.of("job_id", "success_count"));
    private static final String PAGES = ParseOutput.pages.name();
    private static final String PAGES_REQUIRED = "output=pages requires the pages of the response, but pages is false;"
            + " remove pages=false, or set another output";

    static final List<CallOption<?>> OPTIONS =
            CallOption.concat(ParseForm.OPTIONS, ParsedOutput.OPTIONS.toArray(CallOption[]::new));

    private final URI url;
    private final ParseForm form;

    ParseSyncOperation(OperationContext context) {
        this.url = context.main("/api/v1/" + context.parseService() + "/parse/sync");
        this.form = new ParseForm(context);
        boolean hasPages = context.configured(ParseForm.PAGES).orElse(true);
        if (!hasPages
                && context.configured(ParsedOutput.OUTPUT).filter(PAGES::equals).isPresent()) {
            throw new IllegalArgumentException("docproc:" + context.name() + ": " + PAGES_REQUIRED);
        }
    }

    @Override
    public OperationResult perform(Invocation invocation) {
        ServiceCall call = form.call(invocation, url, json -> requirePages(invocation.options(), json), parts -> {})
                .withMaxResponseBytes(MAX_RESPONSE_BYTES);
        SpooledResponse response = invocation.billedDocument(
                call,
                NAMES,
                read -> read.envelope().succeeded() && read.payload(DATA).isPresent());
        if (!response.envelope().isPartial()) {
            response.envelope().requireSuccess(response::whole);
            if (response.payload(DATA).isEmpty()) {
                throw response.withoutPayload(DATA);
            }
        }
        return OperationResult.of(ParsedOutput.body(response.document(DATA), invocation), response.envelope())
                .with(ResultHeader.JOB_ID, response.scalar(DATA, "job_id"))
                .with(ResultHeader.SUCCESS_COUNT, response.count(DATA, "success_count"));
    }

    /** Requests the pages if they are the output, because the response contains them on request only. */
    private static void requirePages(CallOptions options, ObjectNode json) {
        if (!options.has(ParsedOutput.OUTPUT, PAGES)) {
            return;
        }
        ObjectNode capabilities = RequestFields.object(json, "capabilities", options);
        if (capabilities.path(PAGES).isMissingNode()) {
            capabilities.put(PAGES, true);
        } else if (!capabilities.path(PAGES).asBoolean()) {
            throw options.refusal(PAGES_REQUIRED);
        }
    }
}
