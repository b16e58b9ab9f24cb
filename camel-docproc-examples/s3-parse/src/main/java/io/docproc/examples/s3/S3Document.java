/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import io.docproc.examples.support.s3.S3Buckets;

/**
 * Version of an object. A changed object has another entity tag and is another document with its own job.
 *
 * @param key the object's key in the inbox
 * @param etag entity tag without quotation marks
 */
record S3Document(String key, String etag) {

    /** Returns the document of a tag with quotation marks, as S3 returns it. */
    static S3Document of(String key, String quotedTag) {
        return new S3Document(key, quotedTag.replace("\"", ""));
    }

    /** Returns the document of a correlation id. */
    static S3Document ofId(String id) {
        int slash = id.lastIndexOf('/');
        if (slash < 1) {
            throw new IllegalArgumentException("'" + id + "' is not a correlation id of the form KEY/ETAG");
        }
        return new S3Document(id.substring(0, slash), id.substring(slash + 1));
    }

    /** Returns the correlation id of its job. */
    String id() {
        return key + "/" + etag;
    }

    /** Returns the key of the original in the archive while its job is running. */
    String submitted() {
        return S3Buckets.SUBMITTED + id();
    }

    /** Returns the key of the original in the archive when its result is stored. */
    String done() {
        return Archive.DONE + id();
    }

    /** Returns the key of a failed original in the archive. */
    String failed() {
        return "failed/" + id();
    }
}
