/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Names the faults of {@code faults.txt} that a test covers. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface CoversFault {
    /** Numbers of the faults. */
    int[] value();
}
