/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart.report;

/**
 * A document that failed.
 *
 * @param document the document's name
 * @param operation what was asked for
 * @param reason why
 * @param advice what to do
 * @param requestId the service's id of the call; empty when there is none
 */
public record FailureView(String document, String operation, String reason, String advice, String requestId) {}
