/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Optional;

/** Writes a note beside each document that failed, with the reason and what to do. */
final class FailureNotes {
    private final JobFolders folders;

    FailureNotes(JobFolders folders) {
        this.folders = folders;
    }

    /** Writes the note of a document that is about to be moved to the folder of failures. */
    void write(Outcome outcome, Exception cause) throws IOException {
        Outcome.Failure failure = outcome.failure();
        OutcomeStore.write(
                folders.note(outcome.document()),
                """
                %s was not processed.

                Operation:   %s
                When:        %s
                Reason:      %s
                Code:        %s
                Request id:  %s
                What to do:  %s
                             Then move the file back to %s and run the job again.

                %s: %s
                """
                        .formatted(
                                outcome.document(),
                                outcome.operation(),
                                outcome.finished(),
                                failure.reason(),
                                failure.code() == 0 ? "none" : failure.code(),
                                outcome.requestId().isEmpty() ? "none" : outcome.requestId(),
                                failure.advice(),
                                folders.inbox(),
                                cause.getClass().getName(),
                                cause.getMessage()));
    }

    /** Deletes the note of a document that has succeeded since, unless the one that failed is still there. */
    void forget(String document) throws IOException {
        if (!Files.exists(folders.failed().resolve(document))) {
            Files.deleteIfExists(folders.note(document));
        }
    }

    static Outcome.Failure failure(Exception cause) {
        if (cause instanceof DocprocException failure) {
            return new Outcome.Failure(failure.getReason(), failure.getCode(), advice(failure));
        }
        return new Outcome.Failure(
                String.valueOf(cause.getMessage()), 0, "The service is not the cause: see the message below.");
    }

    static String requestId(Exception cause) {
        return cause instanceof DocprocException failure ? failure.getRequestId() : "";
    }

    private static String advice(DocprocException failure) {
        Optional<ErrorCode> known = ErrorCode.of(failure.getCode());
        if (known.isPresent()) {
            String advice = known.get().advice(failure.getOperation());
            return Character.toUpperCase(advice.charAt(0)) + advice.substring(1) + ".";
        }
        if (failure instanceof DocprocTransportException) {
            return failure.isRetryable()
                    ? "Nothing was sent: check that the service can be reached."
                    : "The call may have arrived and may have been billed; another call may be billed twice.";
        }
        if (failure instanceof DocprocInvalidResponseException) {
            return "Check the base URL: the response is not one of the service.";
        }
        return "See the reason.";
    }
}
