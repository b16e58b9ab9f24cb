/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import io.opentelemetry.context.Context;
import java.util.Map;
import java.util.concurrent.Executor;
import org.slf4j.MDC;

/** Carries the diagnostic context of the log (MDC) and the OpenTelemetry context of a thread to another thread. */
public final class ThreadContext {
    private static final boolean TRACES = hasOpenTelemetry();

    private ThreadContext() {}

    private static boolean hasOpenTelemetry() {
        try {
            Class.forName("io.opentelemetry.context.Context", false, ThreadContext.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException e) {
            return false;
        }
    }

    /** Returns an executor that runs tasks on its caller's thread, in the context that the current thread has now. */
    public static Executor capture() {
        Map<String, String> captured = MDC.getCopyOfContextMap();
        Executor trace = TRACES ? Trace.capture() : Runnable::run;
        return task -> {
            Map<String, String> previous = MDC.getCopyOfContextMap();
            setLogContext(captured);
            try {
                trace.execute(task);
            } finally {
                setLogContext(previous);
            }
        };
    }

    private static void setLogContext(Map<String, String> values) {
        if (values == null) {
            MDC.clear();
        } else {
            MDC.setContextMap(values);
        }
    }

    /** Loaded only with OpenTelemetry on the class path. */
    private static final class Trace {
        static Executor capture() {
            Context captured = Context.current();
            return task -> captured.wrap(task).run();
        }
    }
}
