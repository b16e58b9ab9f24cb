/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What became of a document: kept as JSON beside the results, so that a report can be made of it at any time.
 *
 * @param document the file's name
 * @param operation {@code crop} or {@code extract}
 * @param finished when, as an ISO 8601 instant
 * @param millis how long the service took; for a document that failed, how long was tried
 * @param requestId the service's id of the call; empty when there is none
 * @param results the names of the results in the outbox; none for a document that failed
 * @param remark what is worth saying of the result; may be empty
 * @param crop what was found in a photo; null when there is nothing to say
 * @param failure why there is no result; null when there is one
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

    /** Puts an empty list in the place of absent results. */
    public Outcome {
        results = Objects.requireNonNullElse(results, List.of());
    }

    /**
     * A page that was found in a photo.
     *
     * @param originWidth width of the photo, pixels
     * @param originHeight height of the photo, pixels
     * @param position {@code x1,y1,…,x4,y4} in pixels of the photo, from top-left clockwise; may be empty
     * @param angle how the page lay: 0, 90, 180, 270 degrees, or -1 if that is not known
     * @param width width of the result, pixels
     * @param height height of the result, pixels
     */
    public record Crop(int originWidth, int originHeight, List<Integer> position, int angle, int width, int height) {}

    /**
     * Why a document failed.
     *
     * @param reason what was wrong
     * @param code the service's code; 0 when there is none
     * @param advice what to do
     */
    public record Failure(String reason, int code, String advice) {
        /** Code and reason in one. */
        public String summary() {
            return (code == 0 ? "" : code + " ") + reason;
        }
    }

    /** Why there is no result, if there is none. */
    @JsonIgnore
    public Optional<Failure> findFailure() {
        return Optional.ofNullable(failure);
    }

    /** Whether there is a result. */
    @JsonIgnore
    public boolean succeeded() {
        return failure == null;
    }
}
