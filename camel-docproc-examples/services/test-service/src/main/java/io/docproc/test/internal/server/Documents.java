/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import io.docproc.test.RequestDocument;
import io.docproc.test.ServiceRequest;
import io.docproc.test.internal.contract.Downloader;
import io.docproc.test.internal.contract.RequestFiles;
import io.docproc.test.internal.contract.UploadRules;
import io.docproc.test.internal.server.ServiceSettings.Feature;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Stores, downloads and checks the documents of calls.
 *
 * @param features optional processing of documents
 * @param folder supplies an existing folder for documents
 * @param downloader downloads documents
 */
record Documents(Set<Feature> features, Supplier<Path> folder, Downloader downloader) {
    /** Returns the files of a new call. */
    RequestFiles files() {
        return new RequestFiles(
                folder.get(), features.contains(Feature.RECORD_CALLS) ? RequestDocument.MAX_RETAINED_BYTES : 0);
    }

    /**
     * Returns the request for the responder, after its document is downloaded and checked if these features are
     * enabled.
     */
    ServiceRequest prepare(ServiceRequest request, RequestFiles files) throws IOException {
        ServiceRequest prepared =
                features.contains(Feature.DOWNLOAD_DOCUMENTS) ? downloader.download(request, files) : request;
        if (features.contains(Feature.CHECK_DOCUMENTS)) {
            UploadRules.check(prepared);
        }
        return prepared;
    }
}
