/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.util.Map;

/** How a child tells its parent what it has measured: a line with a name and a number for each value. */
final class Report {
    private static final String MARK = "@measured ";

    private Report() {}

    /** Tells a value. */
    static void value(String name, double value) {
        System.out.println(MARK + name + "=" + value);
    }

    /** Takes a value from a line, if it tells one. */
    static void parse(String line, Map<String, Double> values) {
        if (line.startsWith(MARK)) {
            int equals = line.indexOf('=');
            values.put(line.substring(MARK.length(), equals), Double.valueOf(line.substring(equals + 1)));
        }
    }
}
