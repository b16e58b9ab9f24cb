/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import org.apache.camel.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures of a result repository: before the call nothing is billed, after the call no result is lost. */
@Timeout(60)
class ResultRepositoryFailureTest {
    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private volatile String failingMethod = "";
    private volatile Throwable failure = new IOException("the disk is gone");

    @BeforeEach
    void storeResults() {
        ResultRepository repository = failing(new FileResultRepository(directory));
        Replies.configure(service, docproc -> docproc.setResultRepository(repository));
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
    }

    @ParameterizedTest
    @ValueSource(strings = {"find", "tryLease"})
    void aFailureBeforeTheCallPreventsTheCall(String method) {
        failingMethod = method;
        DocprocTransportException unsent =
                service.failure(DocprocTransportException.class, "docproc:crop", Replies.DOCUMENT);

        assertThat((Throwable) unsent)
                .hasMessageContaining("the disk is gone")
                .hasMessageContaining("nothing was sent");
        assertThat(unsent.isUnsent()).isTrue();
        assertThat(unsent.isRetryable()).isTrue();
        service.assertNothingSent();

        failingMethod = "";
        assertThat(service.call("docproc:crop", Replies.DOCUMENT).getBody(byte[].class))
                .isEqualTo(Replies.JPEG);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aBilledResultIsDeliveredWhenItCannotBeStored(boolean isError) {
        if (isError) {
            failure = new NoClassDefFoundError("com/example/Driver");
        }
        failingMethod = "store";
        Message result = service.call("docproc:crop", Replies.DOCUMENT);

        assertThat(result.getBody(byte[].class)).isEqualTo(Replies.JPEG);
        assertThat(result.getHeader(DocprocConstants.BILLED)).isEqualTo(true);
        assertThat(service.server().getAllServeEvents()).hasSize(1);

        failingMethod = "";
        service.call("docproc:crop", Replies.DOCUMENT);
        service.call("docproc:crop", Replies.DOCUMENT);
        assertThat(service.server().getAllServeEvents()).hasSize(2);
    }

    /** A repository of the application may throw any exception. */
    @Test
    void aBilledResultIsDeliveredWhenTheRepositoryFailsAfterItIsStored() {
        failingMethod = "releaseLease";
        assertThat(service.call("docproc:crop", Replies.DOCUMENT).getBody(byte[].class))
                .isEqualTo(Replies.JPEG);
        assertThat(service.call("docproc:crop", Replies.DOCUMENT).getHeader(DocprocConstants.BILLED))
                .isEqualTo(false);
    }

    private ResultRepository failing(ResultRepository repository) {
        return (ResultRepository) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ResultRepository.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals(failingMethod) && !failingMethod.equals("releaseLease")) {
                        throw failure;
                    }
                    Object result = method.invoke(repository, arguments);
                    if (method.getName().equals(failingMethod)) {
                        throw new IllegalStateException("the cache is closed");
                    }
                    return result;
                });
    }
}
