/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Order;

/**
 * Test class that starts before others: one that waits for long would be the last to end, and one that collects garbage
 * is faster while the process is small.
 */
@Order(0)
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
public @interface StartsFirst {}
