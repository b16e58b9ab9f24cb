/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.examples.endurance.GeneratedDocument.Kind;
import io.docproc.examples.support.JavaProgram;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/** Example that is killed: starts its process, adds documents and reads the state on disk. */
interface KilledExample extends AutoCloseable {

    /** Returns the supported kinds of documents. */
    Set<Kind> kinds();

    /** Returns the program, which continues the work of an earlier process. */
    JavaProgram program(ServiceAccount account, RunMode runMode);

    /** Adds a document to the inbox atomically. */
    void put(GeneratedDocument document) throws IOException;

    /** Returns the documents whose originals have not been moved. */
    Set<String> waiting() throws IOException;

    /** Returns the documents that the example has recorded as processed, even if their originals still wait. */
    Set<String> processed() throws IOException;

    /** Returns the state of a document on disk. */
    DocumentState documentState(GeneratedDocument document) throws IOException;

    /** Returns the names of all results, including unfinished ones. */
    Set<String> results() throws IOException;

    /** Returns the name of the result of a document. */
    String resultName(GeneratedDocument document) throws IOException;

    @Override
    void close();

    /**
     * State of a document on disk.
     *
     * @param note reason of a failure
     * @param isDone true if the original is in the folder of processed documents
     * @param isFailed true if the original is in the folder of failed documents
     */
    record DocumentState(Optional<byte[]> result, Optional<String> note, boolean isDone, boolean isFailed) {}
}
