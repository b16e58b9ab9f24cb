/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.util.List;

/** Measure that returns its rows of the table. */
@FunctionalInterface
interface Measure {
    List<Row> run(BenchmarkEnvironment environment) throws Exception;
}
