/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** State of a server after its end. */
class ServerStateTest {
    @Test
    void aClosedServerCreatesNoState(@TempDir Path parent) {
        ServerState state = new ServerState(new ServiceSettings(
                new ServiceSettings.Network("127.0.0.1", 0, Set.of(), parent, Map.of()),
                null,
                null,
                null,
                Set.of(),
                Clock.systemUTC()));
        state.close();

        assertThatIllegalStateException()
                .isThrownBy(state::get)
                .withMessage("The test service was closed; start another one.");
        assertThat(parent).isEmptyDirectory();
    }
}
