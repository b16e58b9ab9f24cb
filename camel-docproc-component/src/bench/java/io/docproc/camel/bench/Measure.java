/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.util.List;

/** Something that is measured, and the lines of the table that come of it. */
@FunctionalInterface
interface Measure {
    List<Row> take(Lab lab) throws Exception;
}
