/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

/**
 * The buckets' names.
 *
 * @param inbox where documents arrive
 * @param archive where originals go: below {@code submitted/}, then {@code done/} or {@code failed/}
 * @param results where results go
 */
public record S3Buckets(String inbox, String archive, String results) {}
