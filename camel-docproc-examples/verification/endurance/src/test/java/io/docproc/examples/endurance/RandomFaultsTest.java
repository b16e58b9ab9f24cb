/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.docproc.examples.endurance.network.TlsState;
import io.docproc.examples.endurance.network.WireFault;
import io.docproc.examples.endurance.network.WireFault.Direction;
import io.docproc.examples.endurance.network.WireFault.Kind;
import io.docproc.local.fault.FaultDefinition;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class RandomFaultsTest {
    private static final int CHOICES = 1_000;

    private final RandomFaults faults = new RandomFaults(new Random(7), 5_500);

    @Test
    void soonerOrLaterEachFaultOfTheNetworkIsChosenAndOnceInAWhileNoneAtAll() {
        Set<String> names = new HashSet<>();
        boolean none = false;
        for (int i = 0; i < CHOICES; i++) {
            List<String> chosen = faults.next().names();
            names.addAll(chosen);
            none |= chosen.isEmpty();
        }

        assertThat(none).isTrue();
        assertThat(names).contains("malformed callbacks", "timeout", "code 40306", "callback lose");
        assertThat(names)
                .containsAll(Arrays.stream(Kind.values())
                        .flatMap(kind -> Stream.of(Direction.values())
                                .map(direction -> new WireFault(kind, direction, 1).name()))
                        .filter(name -> !name.isEmpty())
                        .toList())
                .containsAll(Arrays.stream(TlsState.values())
                        .map(TlsState::label)
                        .filter(label -> !label.isEmpty())
                        .toList());
    }

    @Test
    void theServiceAcceptsTheChosenFaults() throws Exception {
        ObjectMapper json = new ObjectMapper();
        for (int i = 0; i < CHOICES; i++) {
            for (JsonNode fault : json.readTree(faults.next().service())) {
                assertThat(FaultDefinition.read(fault).every()).isPositive();
            }
        }
    }

    @Test
    void theSameSeedMakesTheSameChoices() {
        RandomFaults others = new RandomFaults(new Random(7), 5_500);

        for (int i = 0; i < CHOICES; i++) {
            assertThat(faults.next()).isEqualTo(others.next());
        }
        assertThat(faults.sentence()).isEqualTo(others.sentence()).contains("service away ");
    }
}
