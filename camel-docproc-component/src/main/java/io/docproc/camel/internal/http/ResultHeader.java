/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

/** Message headers that report the fields of a response other than its payload. */
public enum ResultHeader {
    REQUEST_ID("RequestId"),
    CODE("Code"),
    MESSAGE("Message"),
    VERSION("Version"),
    DURATION("Duration"),
    POSITION("Position"),
    ANGLE("Angle"),
    CROPPED_WIDTH("CroppedWidth"),
    CROPPED_HEIGHT("CroppedHeight"),
    ORIGIN_WIDTH("OriginWidth"),
    ORIGIN_HEIGHT("OriginHeight"),
    SUCCESS_COUNT("SuccessCount"),
    JOB_ID("JobId"),
    STATUS("Status"),
    RESULT_URL("ResultUrl"),
    CORRELATION_ID("CorrelationId"),
    BILLED("Billed");

    private final String headerName;

    ResultHeader(String name) {
        this.headerName = "CamelDocproc" + name;
    }

    /** Returns the name of the message header. */
    public String headerName() {
        return headerName;
    }

    /** Returns whether a route author can set the same header as an option of a call. */
    boolean isOption() {
        return this == JOB_ID || this == CORRELATION_ID;
    }
}
