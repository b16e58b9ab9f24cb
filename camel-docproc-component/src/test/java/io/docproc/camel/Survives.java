/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Says which of the faults in {@code faults.txt} a test shows to be survived; the documentation lists them with their tests. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
public @interface Survives {
    /** Numbers of the faults. */
    int[] value();
}
