/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

/** Content of a job's {@code result_url}. The service describes both forms. */
public enum ResultForm {
    /** The response of the synchronous call, with {@code code}, {@code message} and {@code data}. */
    ENVELOPE,
    /** Only the {@code data}. */
    DATA
}
