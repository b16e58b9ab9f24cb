/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.http.ServiceCall;
import io.docproc.camel.operation.Outcome.Fact;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.StreamCache;

/** Synchronous parse (interface document, endpoint 4). */
final class ParseSyncOperation implements Operation {
    private static final long MAX_ANSWER = 4L * 1024 * 1024 * 1024;
    private static final Option<String> OUTPUT = Options.output("document", "response");
    private static final String DATA = "data";
    private static final Pattern COUNT = Pattern.compile("(\\d{1,9})(\\.0+)?");
    private static final Set<String> SCALARS = Set.of("message", "job_id", "success_count");

    static final List<Option<?>> OPTIONS = ParseForm.options(OUTPUT);

    private final URI url;
    private final ParseForm form;

    ParseSyncOperation(OperationContext context) {
        this.url = context.main("/api/v1/" + context.parseService() + "/parse/sync");
        this.form = new ParseForm(context);
    }

    @Override
    public Outcome perform(Invocation invocation) {
        ServiceCall call = form.call(invocation, url, parts -> {}).withMaxAnswerBytes(MAX_ANSWER);
        StoredAnswer answer =
                invocation.call(call, response -> StoredAnswer.read(response, invocation.spool(), SCALARS));
        answer.envelope().requireSuccess();
        boolean wholeResponse =
                invocation.options().get(OUTPUT).filter("response"::equals).isPresent();
        return Outcome.of(wholeResponse ? answer.whole() : document(answer), answer.envelope())
                .with(Fact.JOB_ID, answer.scalar(DATA, "job_id"))
                .with(Fact.SUCCESS_COUNT, answer.scalar(DATA, "success_count").flatMap(ParseSyncOperation::count));
    }

    private static Optional<Integer> count(String text) {
        Matcher count = COUNT.matcher(text);
        return count.matches() ? Optional.of(Integer.valueOf(count.group(1))) : Optional.empty();
    }

    private static StreamCache document(StoredAnswer answer) {
        return answer.payload(DATA)
                .orElseThrow(() -> new DocprocInvalidResponseException(
                        answer.envelope().failure().withMessage("the answer has no 'data' with the parsed document"),
                        "",
                        null));
    }
}
