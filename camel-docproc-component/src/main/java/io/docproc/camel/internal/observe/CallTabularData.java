/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import java.util.List;
import java.util.Map;
import javax.management.openmbean.CompositeDataSupport;
import javax.management.openmbean.CompositeType;
import javax.management.openmbean.OpenDataException;
import javax.management.openmbean.OpenType;
import javax.management.openmbean.SimpleType;
import javax.management.openmbean.TabularData;
import javax.management.openmbean.TabularDataSupport;
import javax.management.openmbean.TabularType;

/** Call statistics as a table of open types, which every JMX client can display. Times are in milliseconds. */
final class CallTabularData {
    private static final List<String> KEYS = List.of("operation", "outcome", "code");
    private static final List<String> COLUMNS =
            List.of("operation", "outcome", "code", "count", "totalMillis", "maxMillis");
    private static final List<OpenType<?>> TYPES = List.of(
            SimpleType.STRING, SimpleType.STRING, SimpleType.STRING, SimpleType.LONG, SimpleType.LONG, SimpleType.LONG);

    private CallTabularData() {}

    static TabularData of(CallStatistics calls) {
        try {
            CompositeType type = new CompositeType(
                    "Calls",
                    "Calls of an operation with the same outcome and code",
                    COLUMNS.toArray(String[]::new),
                    COLUMNS.toArray(String[]::new),
                    TYPES.toArray(OpenType<?>[]::new));
            TabularData table = new TabularDataSupport(
                    new TabularType("Calls", "Calls by outcome", type, KEYS.toArray(String[]::new)));
            for (Map.Entry<String, OperationStatistics> operation :
                    calls.operations().entrySet()) {
                for (Map<String, Object> row : operation.getValue().rows()) {
                    row.put("operation", operation.getKey());
                    table.put(new CompositeDataSupport(type, row));
                }
            }
            return table;
        } catch (OpenDataException e) {
            throw new IllegalStateException(e);
        }
    }
}
