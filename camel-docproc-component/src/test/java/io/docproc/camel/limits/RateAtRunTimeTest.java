/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.error.DocprocAuthenticationException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.testkit.Calls;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.spi.ManagementAgent;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rate of an account that is changed while the application runs. */
class RateAtRunTimeTest {
    private static final String IMPATIENT = "docproc:crop?permitTimeout=100";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble(DefaultCamelContext::new);

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

    /** At the former rate, the call would wait for a quarter of an hour. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 50})
    void aCallThatWaitsForItsSlotHasTheNewRate(double rate) throws Exception {
        Calls calls = new Calls(service.context(), "docproc:crop");
        calls.offer();
        calls.offer();
        await().until(() -> service.meters().waiting() == 2);

        service.component().setRequestsPerSecond(rate);

        calls.awaitDone(2);
        service.server().verify(3, WireMock.anyRequestedFor(WireMock.anyUrl()));
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
    void anInvalidValueChangesNothing() {
        assertThatThrownBy(() -> service.component().setRequestsPerSecond(-1))
                .hasMessageContaining("requestsPerSecond");
        assertThat(service.component().getRequestsPerSecond()).isEqualTo(0.001);
        assertIsLimited();

        service.component().setRequestsPerSecond(0);
        assertThatThrownBy(() -> service.component().setSecretCode("line\n")).hasMessageContaining("secretCode");
        service.call(IMPATIENT, Replies.DOCUMENT);
    }

    @Test
    void anInvalidRateIsRefusedBeforeTheFirstEndpoint() {
        DocprocComponent unused = new DocprocComponent();
        service.context().addComponent("unused", unused);

        assertThatThrownBy(() -> unused.setRequestsPerSecond(-1)).hasMessageContaining("requestsPerSecond");

        assertThat(unused.getRequestsPerSecond()).isZero();
    }

    @Test
    void rateAndSecretCodeAreSetByTheManagementBeanOfCamel() throws Exception {
        ManagementAgent agent = service.context().getManagementStrategy().getManagementAgent();
        MBeanServer beans = agent.getMBeanServer();
        ObjectName name = beans.queryNames(
                        new ObjectName("org.apache.camel:context="
                                + service.context().getManagementName() + ",type=components,name=\"docproc\""),
                        null)
                .iterator()
                .next();

        beans.setAttribute(name, new Attribute("RequestsPerSecond", 0.0));
        beans.setAttribute(name, new Attribute("SecretCode", "n3w-s3cr3t"));
        service.server().resetRequests();
        service.call(IMPATIENT, Replies.DOCUMENT);

        assertThat(service.onlyRequest().getHeader("x-ti-secret-code")).isEqualTo("n3w-s3cr3t");
        assertThat(beans.getAttribute(name, "RequestsPerSecond")).isEqualTo(0.0);
        assertThatThrownBy(() -> beans.getAttribute(name, "SecretCode")).isInstanceOf(JMException.class);
    }

    /** Also one that has set the secret code which the component has at present. */
    @ParameterizedTest
    @ValueSource(strings = {"0wn-s3cr3t", ServiceDouble.SECRET_CODE})
    void anEndpointWithItsOwnSecretCodeKeepsIt(String secretCode) {
        service.component().setRequestsPerSecond(0);
        String own = "docproc:crop?secretCode=" + secretCode;
        service.call(own, Replies.DOCUMENT);
        service.component().setSecretCode("n3w-s3cr3t");
        service.server().resetRequests();

        service.call(own, Replies.DOCUMENT);

        assertThat(service.onlyRequest().getHeader("x-ti-secret-code")).isEqualTo(secretCode);
    }

    @Test
    void theOutageOfTheFormerSecretCodeEnds() {
        service.component().setRequestsPerSecond(0);
        service.respondWith("{\"code\":40102,\"message\":\"invalid secret\"}");
        service.failure(DocprocAuthenticationException.class, IMPATIENT, Replies.DOCUMENT);
        assertThat(service.meters().isOutage()).isTrue();
        service.respondWith(Replies.CROP);

        service.component().setSecretCode("n3w-s3cr3t");
        service.call(IMPATIENT, Replies.DOCUMENT);

        assertThat(service.meters().isOutage()).isFalse();
    }
}
