/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * Outcome of a document, stored as JSON so that the report includes earlier runs.
 *
 * @param document name of the file
 * @param operation {@code crop} or {@code extract}
 * @param finished ISO 8601 instant
 * @param millis duration of the call as the service reports it, else of the route
 * @param requestId request id of the service; may be empty
 * @param results names of the results in the outbox; empty for a failed document
 * @param remark remark on the result; may be empty
 * @param crop the page in a photo; null for other documents
 * @param failure null for a document with a result
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Outcome(
        String document,
        String operation,
        String finished,
        long millis,
        String requestId,
        List<String> results,
        String remark,
        Crop crop,
        Failure failure) {

    /**
     * A page in a photo; all sizes in pixels.
     *
     * @param originWidth width of the photo
     * @param originHeight height of the photo
     * @param position {@code x1,y1,…,x4,y4} clockwise from top left; may be empty
     * @param angle rotation of the page: 0, 90, 180 or 270 degrees; -1 if unknown
     * @param width width of the result
     * @param height height of the result
     */
    public record Crop(int originWidth, int originHeight, List<Integer> position, int angle, int width, int height) {}

    /**
     * Failure of a document.
     *
     * @param reason message of the service or of the exception, with the code if there is one
     * @param advice what to do
     */
    public record Failure(String reason, String advice) {}

    /** Returns true if the document has a result. */
    @JsonIgnore
    public boolean isSuccessful() {
        return failure == null;
    }
}
