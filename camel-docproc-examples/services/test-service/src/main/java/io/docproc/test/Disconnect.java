/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

/** Point at which the test service closes the connection instead of completing a call. */
public enum Disconnect {
    /** Before the request body is read. Not billed. */
    BEFORE_REQUEST_BODY,
    /** After the request body is read, before the request is processed. Not billed. */
    AFTER_REQUEST,
    /** After the request is processed, before the first byte of the response. Billed. */
    BEFORE_RESPONSE,
    /** After half of the response. Billed. */
    DURING_RESPONSE
}
