/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.errors;

import io.docproc.examples.support.RotatingValueSource;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Runs a parameterized test with each {@link Dsl} in turn. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@RotatingValueSource({"YAML", "XML", "JAVA"})
@interface EachDsl {}
