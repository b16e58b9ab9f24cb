/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.docproc.camel.testkit.OpenHandles;
import io.docproc.camel.testkit.TempFolder;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.StreamCache;
import org.junit.jupiter.api.Test;

/** Tests when the file of spooled content is closed and deleted. */
final class SharedTempFileTest extends SpoolFixture {
    private final List<StreamCache> held = new ArrayList<>();

    @Test
    void fileIsDeletedWhenUnreachable() throws IOException {
        byte[] bytes = Bytes.some(600);
        held.add(spooled(bytes).content().copy(exchange));
        complete(exchange);
        context.stop();

        TempFolder.awaitCount(spoolDirectory(), 1);
        assertThat(read(held.get(0))).isEqualTo(bytes);

        held.clear();
        TempFolder.awaitEmpty(spoolDirectory());
    }

    @Test
    void abandonedStreamReleasesFileAndHandle() throws IOException {
        for (int time = 0; time < 50; time++) {
            assertThat(((InputStream) spooled(Bytes.some(60_000)).content()).readNBytes(10))
                    .hasSize(10);
        }

        TempFolder.awaitEmpty(spoolDirectory());
        await().until(() -> OpenHandles.filesIn(spoolDirectory()).isEmpty());
    }

    @Test
    void streamAtEndHoldsNoHandle() throws IOException {
        held.add(spooled(Bytes.some(600)).content());
        assertThat(((InputStream) held.get(0)).readAllBytes()).hasSize(600);

        assertThat(OpenHandles.filesIn(spoolDirectory())).isEmpty();
    }

    @Test
    void discardDeletesFileOnce() throws IOException {
        SpoolingOutputStream spool = spooled(Bytes.some(600));

        spool.discard();
        spool.discard();

        assertThat(files()).isEmpty();
        assertThatExceptionOfType(IOException.class).isThrownBy(() -> read(spool.content()));
    }
}
