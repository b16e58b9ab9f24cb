/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.observe;

import java.util.Arrays;
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
    private CallTabularData() {}

    static TabularData of(CallStatistics calls) {
        String[] columns = {"operation", "outcome", "code", "count", "totalMillis", "maxMillis"};
        OpenType<?> text = SimpleType.STRING;
        OpenType<?> number = SimpleType.LONG;
        try {
            CompositeType type = new CompositeType(
                    "Calls",
                    "Calls of an operation with the same outcome and code",
                    columns,
                    columns,
                    new OpenType<?>[] {text, text, text, number, number, number});
            TabularData table = new TabularDataSupport(
                    new TabularType("Calls", "Calls by outcome", type, Arrays.copyOf(columns, 3)));
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
