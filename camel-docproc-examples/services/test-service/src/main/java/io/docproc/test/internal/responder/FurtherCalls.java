/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.responder;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.docproc.test.Responder;
import io.docproc.test.ServiceErrorException;
import io.docproc.test.ServiceRequest;
import io.docproc.test.internal.account.ServicePaths;
import java.io.IOException;

/** Responders of the calls that the component makes with its operation {@code call} (public API reference). */
public final class FurtherCalls implements Responder {
    private static final int INVALID_URL = 40400;

    private final UploadedFiles uploads = new UploadedFiles();
    private final StoredFiles files;
    private final CategoryResponders categories;

    /** Creates the responders of a service. */
    public FurtherCalls(StoredFiles files, CategoryResponders categories) {
        this.files = files;
        this.categories = categories;
    }

    @Override
    public ObjectNode respond(ServiceRequest request) throws IOException {
        return switch (request.path()) {
            case ServicePaths.PAGE_IMAGE -> files.pageImage(request);
            case ServicePaths.EXPORTED_FILE -> files.exportedFile(request);
            case ServicePaths.ADD_FIELDS -> categories.addFields(request);
            case ServicePaths.UPDATE_TABLES -> categories.updateTables(request);
            case ServicePaths.UPLOAD, ServicePaths.UPLOAD_SYNC -> uploads.upload(request);
            case ServicePaths.FETCH -> uploads.fetch(request);
            default ->
                throw new ServiceErrorException(
                        INVALID_URL, "invalid request URL: " + request.method() + " " + request.path());
        };
    }
}
