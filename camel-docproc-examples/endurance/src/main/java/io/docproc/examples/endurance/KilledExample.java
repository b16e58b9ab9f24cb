/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.examples.endurance.MadeDocument.Kind;
import io.docproc.examples.support.Ending;
import io.docproc.examples.support.JavaProgram;
import io.docproc.examples.support.ServiceAccount;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;

/** An example that is killed: how it is started, where its documents go, and what it leaves behind on disk. */
interface KilledExample extends AutoCloseable {

    /** Which documents it is made for. */
    Set<Kind> kinds();

    /** The program, which takes up what an earlier one has left. */
    JavaProgram program(ServiceAccount account, Ending ending);

    /** Puts a document where it is taken from, as a whole. */
    void put(MadeDocument document) throws IOException;

    /** The documents whose originals are not yet where they go in the end. */
    Set<String> waiting() throws IOException;

    /** The documents of which it has noted that they need not be sent, even if their originals wait. */
    Set<String> noted() throws IOException;

    /** What there is of a document. */
    Remains remains(MadeDocument document) throws IOException;

    /** The names of all results, unfinished ones too. */
    Set<String> results() throws IOException;

    /** What the result of a document is called. */
    String resultName(MadeDocument document) throws IOException;

    @Override
    void close();

    /**
     * What there is of a document.
     *
     * @param note why it failed
     * @param isDone whether its original is where those with a result are
     * @param isFailed whether its original is where those that failed are
     */
    record Remains(Optional<byte[]> result, Optional<String> note, boolean isDone, boolean isFailed) {}
}
