/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.docproc.camel.result.ResultBackend.Kind;
import io.docproc.camel.testkit.EachStore;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;

/** Leases of every result repository. */
class ResultLeaseTest extends ResultRepositoryFixture {
    @ParameterizedTest
    @EachStore
    void oneOfTwoNodesGetsTheLease(Kind kind) throws IOException {
        ResultRepository one = start(kind);
        ResultRepository other = startAnother();
        try (ResultLease lease = one.tryAcquire(key("a")).orElseThrow()) {
            assertThat(lease).isNotNull();
            assertThat(other.tryAcquire(key("a"))).isEmpty();
            assertThat(one.tryAcquire(key("a"))).isEmpty();
            assertThat(other.tryAcquire(key("b"))).isPresent();
        }

        assertThat(other.tryAcquire(key("a"))).isPresent();
    }

    @ParameterizedTest
    @EachStore
    void theLeaseOfANodeThatDiedExpires(Kind kind) throws IOException {
        ResultRepository dead = start(kind);
        ResultRepository other = startAnother();
        assertThat(dead.tryAcquire(key("a"))).isPresent();

        clock.advance(Duration.ofSeconds(59));
        assertThat(other.tryAcquire(key("a"))).isEmpty();
        clock.advance(Duration.ofSeconds(1));
        assertThat(other.tryAcquire(key("a"))).isPresent();
    }

    @ParameterizedTest
    @EachStore
    void theLeaseOfALiveNodeIsRenewed(Kind kind) throws IOException {
        AbstractResultRepository live = start(kind);
        ResultRepository other = startAnother();
        assertThat(live.tryAcquire(key("a"))).isPresent();

        clock.advance(Duration.ofSeconds(40));
        live.renewLeases();
        clock.advance(Duration.ofSeconds(40));

        assertThat(other.tryAcquire(key("a"))).isEmpty();
    }

    @ParameterizedTest
    @EachStore
    void aBilledResultIsStoredAlthoughItsLeaseHasExpired(Kind kind) throws IOException {
        AbstractResultRepository slow = start(kind);
        ResultRepository other = startAnother();
        ResultLease expired = slow.tryAcquire(key("a")).orElseThrow();
        clock.advance(Duration.ofMinutes(1));
        ResultLease current = other.tryAcquire(key("a")).orElseThrow();

        slow.renewLeases();
        expired.open(METADATA).write(BODY);
        expired.commit();
        expired.close();

        assertThat(stored(other, key("a"))).hasValue(BODY);
        assertThat(startAnother().tryAcquire(key("a")))
                .as("the expired lease releases nothing")
                .isEmpty();
        clock.advance(Duration.ofSeconds(1));
        byte[] second = random(10);
        current.open(METADATA).write(second);
        current.commit();
        current.close();
        assertThat(stored(slow, key("a"))).as("the last commit wins").hasValue(second);
    }

    @ParameterizedTest
    @EachStore
    void noLeaseIsGrantedByARepositoryThatIsNotStarted(Kind kind) throws IOException {
        ResultRepository repository = start(kind);
        repository.stop();

        assertThatIOException()
                .isThrownBy(() -> repository.tryAcquire(key("a")))
                .withMessageContaining("not started");
    }
}
