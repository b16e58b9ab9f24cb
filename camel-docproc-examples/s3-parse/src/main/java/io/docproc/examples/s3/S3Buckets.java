/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

/**
 * Names of the buckets.
 *
 * @param inbox receives the documents
 * @param archive receives the originals: below {@code submitted/}, then {@code done/} or {@code failed/}
 * @param results receives the results
 */
public record S3Buckets(String inbox, String archive, String results) {
    /** Folder of the archive for originals whose jobs are running; each is {@code KEY/ETAG}. */
    public static final String SUBMITTED = "submitted/";
}
