/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.util.Optional;
import java.util.stream.Stream;

/** Calls that the test service responds to, under the operation names of the Camel component. */
public enum Operation {
    /** Crop and enhance (interface document, Endpoints 1). Billed. */
    CROP("crop", "result"),
    /** Extraction (interface document, Endpoints 2). Billed. */
    EXTRACT("extract", "result"),
    /** Asynchronous parse (interface document, Endpoints 3). Billed. */
    PARSE_ASYNC("parseAsync", "data"),
    /** Synchronous parse (interface document, Endpoints 4). Billed. */
    PARSE_SYNC("parseSync", "data"),
    /** Status of a parse job (public API reference). */
    PARSE_STATUS("parseStatus", "data"),
    /** Download of a job's {@code result_url}, the second call of {@code parseResult}. */
    RESULT_DOWNLOAD("resultDownload", "data"),
    /** Balance (interface document, Endpoints 5). */
    BALANCE("balance", "data"),
    /** Package quota (interface document, Endpoints 6). */
    PACKAGES("packages", "data"),
    /** Add a field to a file category (interface document, Endpoints 7). */
    ADD_FIELD("addField", "result"),
    /** Update a file category table (interface document, Endpoints 8). */
    UPDATE_TABLE("updateTable", "result"),
    /** Any other path, see {@link DocprocTestService#whenCall(String)}. */
    CALL("call", "result");

    private final String id;
    private final String payloadMember;

    Operation(String id, String payloadMember) {
        this.id = id;
        this.payloadMember = payloadMember;
    }

    /** Returns the name of the operation, for example {@code crop}. */
    public String id() {
        return id;
    }

    /** Returns the response member that contains the payload, {@code result} or {@code data}. */
    public String payloadMember() {
        return payloadMember;
    }

    /** Returns whether a successful call is billed and counted by the rate limit. */
    public boolean isBilled() {
        return this == CROP || this == EXTRACT || this == PARSE_ASYNC || this == PARSE_SYNC;
    }

    /** Returns the operation with a name; empty if there is none. */
    public static Optional<Operation> named(String id) {
        return Stream.of(values()).filter(it -> it.id.equals(id)).findFirst();
    }

    @Override
    public String toString() {
        return id;
    }
}
