/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import java.time.Instant;

/**
 * A parse job that the service has taken and whose end is not known yet.
 *
 * @param jobId the service's id of the job
 * @param correlationId what the route knows the document by
 * @param path the path of the consumer that waits for the job
 * @param submittedAt when the service took it
 * @param questions how often the service was asked about it
 */
public record SubmittedJob(String jobId, String correlationId, String path, Instant submittedAt, int questions) {}
