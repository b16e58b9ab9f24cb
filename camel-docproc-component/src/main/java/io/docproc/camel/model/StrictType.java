/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a component that routes use for decisions. If its value has an unexpected JSON type, the record cannot be
 * deserialized.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
@interface StrictType {}
