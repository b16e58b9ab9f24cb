/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.stub;

/**
 * Delivery of the response of a processed call.
 *
 * @param mode complete, or the fault
 * @param contentType the media type of the response
 * @param code the code of the response
 */
public record Delivery(Mode mode, String contentType, int code) {
    private static final int SUCCESS = 200;
    private static final String JSON = "application/json";

    /** The complete response. */
    public static final Delivery COMPLETE = of(Mode.COMPLETE);

    /** Ways to deliver a response. */
    public enum Mode {
        /** The response as it is. */
        COMPLETE,
        /** The complete response with another media type. */
        OTHER_CONTENT_TYPE,
        /** The connection is closed before the response. */
        DISCONNECT_BEFORE,
        /** The connection is closed after half of the response. */
        DISCONNECT_DURING,
        /** Half of the JSON as a complete HTTP response. */
        TRUNCATED,
        /** Bytes that are not JSON. */
        GARBAGE
    }

    /** Returns a delivery with the media type of the service. */
    public static Delivery of(Mode mode) {
        return new Delivery(mode, JSON, SUCCESS);
    }

    /** Returns a complete response with another media type. */
    public static Delivery as(String contentType) {
        return new Delivery(Mode.OTHER_CONTENT_TYPE, contentType, SUCCESS);
    }

    /** Returns a complete response with the payload and an error code. */
    public static Delivery withCode(int code) {
        return new Delivery(Mode.COMPLETE, JSON, code);
    }
}
