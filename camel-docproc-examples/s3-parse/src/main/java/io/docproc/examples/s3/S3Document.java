/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

/**
 * Version of an object. A changed object has another entity tag and is another document with its own job.
 *
 * @param key the object's key in the inbox
 * @param etag entity tag without quotation marks
 */
record S3Document(String key, String etag) {

    /** Returns the document of a correlation id. */
    static S3Document ofId(String id) {
        int slash = id.lastIndexOf('/');
        if (slash < 1) {
            throw new IllegalArgumentException("'" + id + "' is not a correlation id of the form KEY/ETAG");
        }
        return new S3Document(id.substring(0, slash), id.substring(slash + 1));
    }

    /** Returns the document of a tag with quotation marks, as S3 returns it. */
    static S3Document of(String key, String quotedTag) {
        return new S3Document(key, quotedTag.replace("\"", ""));
    }

    /** Returns the correlation id of its job, which is also its key in the folders of the archive. */
    String id() {
        return key + "/" + etag;
    }
}
