/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Service double whose results are stored in a directory. */
abstract class StoredResultFixture {
    static final String EXTRACT = "docproc:extract?schema=RAW(" + Replies.SCHEMA + ")";

    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void storeResults() {
        Replies.configure(service, docproc -> docproc.setResultRepository(new FileResultRepository(directory)));
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.server().stubFor(Stubs.ok(Replies.EXTRACT_PATH, Replies.EXTRACT));
        service.server().stubFor(Stubs.ok(Replies.PARSE_PATH, Replies.PARSE));
        service.server().stubFor(Stubs.ok(Replies.BALANCE_PATH, Replies.BALANCE));
    }

    void assertCalls(int calls) {
        assertThat(service.server().getAllServeEvents()).hasSize(calls);
    }
}
