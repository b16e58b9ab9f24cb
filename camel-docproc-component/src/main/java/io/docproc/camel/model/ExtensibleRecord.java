/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.Map;

/**
 * Record that keeps all data of the service's JSON. {@link #other()} contains the fields that the record does not
 * declare, and the values whose JSON type does not fit their component. The component of such a value is empty, null or
 * its default.
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@JsonSerialize(using = ModelJson.ServiceSpelling.class)
interface ExtensibleRecord {
    /** Returns the fields that no component holds, by their JSON names. */
    Map<String, Object> other();

    /**
     * Marks a component that routes use for decisions. If its value has an unexpected JSON type, the record cannot be
     * deserialized.
     */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.PARAMETER)
    @interface StrictType {}
}
