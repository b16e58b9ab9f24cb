/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares an option of a call, beside its {@code @UriParam}: the field of the request that sends it, and its allowed
 * values. The label of the {@code @UriParam} names the operations that have the option.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface PerCall {
    /** The query parameter, or the path in the JSON with dots between names; empty if no single field sends the option. */
    String field() default "";

    /** The path in the JSON of the parse calls, if it is another one. */
    String parse() default "";

    /** The allowed values. */
    Allowed allowed() default Allowed.BY_TYPE;

    /** Whether the message header {@code CamelDocproc<OptionName>} overrides the option. */
    boolean header() default true;
}
