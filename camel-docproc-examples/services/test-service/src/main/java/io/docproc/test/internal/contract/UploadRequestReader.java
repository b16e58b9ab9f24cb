/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.JsonParameters;
import io.docproc.test.ParameterError;
import io.docproc.test.ServiceRequest;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** Reads uploads to the workflow service: a form with the part {@code file}, or JSON with addresses. */
public final class UploadRequestReader implements RequestReader {
    private static final int MAX_URLS = 10;

    private final WorkflowRequestReader json = new WorkflowRequestReader(UploadRequestReader::checkUrls);

    @Override
    public ServiceRequest read(IncomingCall call) throws IOException {
        call.query().required("workspace_id");
        if (call.mediaType().equals("application/json")) {
            return json.readBody(call);
        }
        MultipartForm form = MultipartForm.read(call, Set.of("file"));
        MultipartForm.FilePart file = form.file().orElseThrow(() -> UploadRules.noFile("the part file is missing"));
        return call.head()
                .withDocument(UploadRules.requirePresent(file.document()))
                .withFileName(file.fileName());
    }

    private static void checkUrls(ObjectNode body) {
        JsonParameters parameters = new JsonParameters("", body);
        parameters.allowOnly(Set.of("urls"));
        List<String> urls = parameters.texts("urls");
        if (urls.isEmpty() || urls.size() > MAX_URLS) {
            throw ParameterError.of("urls", urls.size() + " addresses", "1 to " + MAX_URLS);
        }
        urls.forEach(url -> HttpUrls.parse("urls", url));
    }
}
