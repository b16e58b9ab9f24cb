/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** What the thread of a test logs, and each thread that it starts, while other tests run in the same process. */
public final class CapturedLog implements AutoCloseable {
    private static final PrintStream CONSOLE = System.err;
    private static final InheritableThreadLocal<PrintStream> CAPTURES = new InheritableThreadLocal<>() {
        @Override
        protected PrintStream initialValue() {
            return CONSOLE;
        }
    };

    static {
        System.setErr(new PrintStream(new Threads(), true, StandardCharsets.UTF_8));
    }

    private final ByteArrayOutputStream lines = new ByteArrayOutputStream();

    /** Starts to capture. */
    public CapturedLog() {
        CAPTURES.set(new PrintStream(lines, true, StandardCharsets.UTF_8));
    }

    /** Output that each thread has elsewhere. */
    private static final class Threads extends OutputStream {
        @Override
        public void write(int single) {
            CAPTURES.get().write(single);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            CAPTURES.get().write(bytes, offset, length);
        }
    }

    /** Returns what was logged until now. */
    public String text() {
        return lines.toString(StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        CAPTURES.remove();
    }
}
