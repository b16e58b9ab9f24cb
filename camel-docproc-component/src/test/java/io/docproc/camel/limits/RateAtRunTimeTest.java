/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The rate of an account that is changed while the application runs. */
class RateAtRunTimeTest {
    private static final String IMPATIENT = "docproc:crop?permitTimeout=100";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @BeforeEach
    void allowOneCallIn1000Seconds() {
        service.respondWith(Replies.CROP);
        service.component().setRequestsPerSecond(0.001);
        service.call(IMPATIENT, Replies.DOCUMENT);
    }

    private void assertIsLimited() {
        assertThat(service.failure(DocprocTransportException.class, IMPATIENT, Replies.DOCUMENT)
                        .isUnsent())
                .isTrue();
    }

    @Test
    void theNextCallHasTheNewRate() {
        assertIsLimited();

        service.component().setRequestsPerSecond(0);
        service.call(IMPATIENT, Replies.DOCUMENT);

        service.component().setRequestsPerSecond(0.001);
        assertIsLimited();
    }

    @Test
    void theOtherComponentsOfTheAccountHaveTheNewRateToo() {
        DocprocComponent other = new DocprocComponent();
        other.setConfiguration(service.component().getConfiguration().copy());
        other.setRequestsPerSecond(0.001);
        service.context().addComponent("other", other);
        assertThat(service.failure(DocprocTransportException.class, "other:crop?permitTimeout=100", Replies.DOCUMENT))
                .isNotNull();

        service.component().setRequestsPerSecond(0);

        service.call("other:crop?permitTimeout=100", Replies.DOCUMENT);
    }

    @Test
    void anInvalidRateChangesNothing() {
        assertThatThrownBy(() -> service.component().setRequestsPerSecond(-1))
                .hasMessageContaining("requestsPerSecond");

        assertThat(service.component().getRequestsPerSecond()).isEqualTo(0.001);
        assertIsLimited();
    }
}
