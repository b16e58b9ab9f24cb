/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.math.BigDecimal;
import java.util.OptionalInt;

/**
 * Price of a billed call.
 *
 * @param packageId the package that the call was billed to; empty if it was billed to the balance
 * @param amount the amount that the balance was reduced by; 0 for a package
 */
public record Charge(OptionalInt packageId, BigDecimal amount) {}
