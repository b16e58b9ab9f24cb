/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.parsing;

import io.docproc.camel.job.FileJobRepository;
import io.docproc.examples.support.InvalidSettingException;
import org.apache.camel.support.processor.idempotent.FileIdempotentRepository;

/**
 * From a folder of documents to their parsed content, in the background: one route submits, another receives the
 * completions. A callback that is lost or repeated changes nothing, and neither does a crash.
 */
public final class Main {
    private static final int REMEMBERED_COMPLETIONS = 10_000;
    private static final long MAX_BYTES = 10_000_000;

    private Main() {}

    /** Runs until all documents have ended; with status 1 when one has no result, or not exactly one. */
    public static void main(String[] args) throws Exception {
        boolean successful;
        try {
            ParsingSettings settings = ParsingSettings.from(System.getProperties()::getProperty, System.getenv());
            successful = new ParsingRun(settings, () -> inFiles(settings), System.out)
                    .run()
                    .isSuccessful();
        } catch (InvalidSettingException e) {
            System.err.println(e.getMessage());
            successful = false;
        }
        if (!successful) {
            System.exit(1);
        }
    }

    static ParsingApplication.Memory inFiles(ParsingSettings settings) {
        FileIdempotentRepository completions = new FileIdempotentRepository();
        completions.setFileStore(settings.state().resolve("completions.txt").toFile());
        completions.setCacheSize(REMEMBERED_COMPLETIONS);
        completions.setMaxFileStoreSize(MAX_BYTES);
        return new ParsingApplication.Memory(
                new FileJobRepository(settings.state().resolve("jobs")), completions);
    }
}
