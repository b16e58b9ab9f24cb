/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.responder;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.Responder;
import io.docproc.test.ServiceErrorException;
import io.docproc.test.ServiceRequest;
import io.docproc.test.internal.account.ServicePaths;
import java.io.IOException;
import java.util.Map;

/** Responders of the calls that the component makes with its operation {@code call} (public API reference). */
public final class FurtherCalls implements Responder {
    private static final int INVALID_URL = 40400;

    private final Map<String, Responder> responders;

    /** Creates the responders of a service. */
    public FurtherCalls(StoredFiles files, CategoryResponders categories) {
        UploadedFiles uploads = new UploadedFiles();
        responders = Map.of(
                ServicePaths.PAGE_IMAGE, files::pageImage,
                ServicePaths.EXPORTED_FILE, files::exportedFile,
                ServicePaths.ADD_FIELDS, categories::addFields,
                ServicePaths.UPDATE_TABLES, categories::updateTables,
                ServicePaths.UPLOAD, uploads::upload,
                ServicePaths.UPLOAD_SYNC, uploads::upload,
                ServicePaths.FETCH, uploads::fetch);
    }

    @Override
    public ObjectNode respond(ServiceRequest request) throws IOException {
        Responder responder = responders.get(request.path());
        if (responder == null) {
            throw new ServiceErrorException(
                    INVALID_URL, "invalid request URL: " + request.method() + " " + request.path());
        }
        return responder.respond(request);
    }
}
