/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.util.Map;

/** Protocol by which a child process reports measured values: one line with name and number per value. */
final class Report {
    private static final String MARK = "@measured ";

    private Report() {}

    /** Reports a value. */
    static void value(String name, long count) {
        value(name, (double) count);
    }

    static void value(String name, double value) {
        System.out.println(MARK + name + "=" + value);
    }

    /** Adds the value of a line to a map, if the line reports one. */
    static void parse(String line, Map<String, Double> values) {
        if (line.startsWith(MARK)) {
            int equals = line.indexOf('=');
            values.put(line.substring(MARK.length(), equals), Double.valueOf(line.substring(equals + 1)));
        }
    }
}
