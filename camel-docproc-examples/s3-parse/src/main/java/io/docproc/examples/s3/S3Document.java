/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

/**
 * One version of an object. A changed object has another entity tag, so it is another document with a job of its own.
 *
 * @param key the object's key in the inbox
 * @param etag its entity tag, without quotation marks
 */
record S3Document(String key, String etag) {

    /** The document as S3 describes it, with quotation marks around the tag. */
    static S3Document of(String key, String quotedTag) {
        return new S3Document(key, quotedTag.replace("\"", ""));
    }

    /** The document that a completion belongs to. */
    static S3Document ofId(String id) {
        int slash = id.lastIndexOf('/');
        if (slash < 1) {
            throw new IllegalArgumentException("'" + id + "' is not the id of a document: KEY/ETAG is");
        }
        return new S3Document(id.substring(0, slash), id.substring(slash + 1));
    }

    /** What its job is known by; it tells where everything of the document is, on any node and after a restart. */
    String id() {
        return key + "/" + etag;
    }

    /** Where the original is in the archive while its job runs. */
    String submitted() {
        return Archive.SUBMITTED + id();
    }

    /** Where it is when its result is stored. */
    String done() {
        return Archive.DONE + id();
    }

    /** Where it is when it failed, beside a note; a later version of the object that fails too has another place. */
    String failed() {
        return "failed/" + id();
    }
}
