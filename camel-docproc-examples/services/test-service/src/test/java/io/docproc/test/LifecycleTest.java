/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;

/** Start, reset and end of a service. */
class LifecycleTest {
    @Test
    void aStaticFieldIsOneServiceThatIsResetBeforeEachTest() {
        SharedCases.URLS.clear();
        SharedCases.CALLS.clear();

        assertThat(run(SharedCases.class)).isEqualTo(3);

        assertThat(Set.copyOf(SharedCases.URLS)).hasSize(1);
        assertThat(SharedCases.CALLS).containsExactly(0, 0, 0);
        assertThat(SharedCases.urlAfterNested).isEqualTo(SharedCases.URLS.get(0));
        assertClosed(SharedCases.URLS.get(0));
    }

    @Test
    void anInstanceFieldIsAServiceForEachTest() {
        SeparateCases.URLS.clear();

        assertThat(run(SeparateCases.class)).isEqualTo(2);

        assertThat(SeparateCases.URLS).hasSize(2).allSatisfy(LifecycleTest::assertClosed);
    }

    @Test
    void aResetKeepsTheAddressAndClearsTheState() throws Exception {
        try (DocprocTestService service = DocprocTestService.start()) {
            HttpTestClient http = new HttpTestClient(service);
            String url = service.baseUrl();
            service.whenCrop().fail(500);
            assertThat(http.cropCode()).isEqualTo(500);

            service.reset();

            assertThat(service.calls()).isEmpty();
            assertThat(service.baseUrl()).isEqualTo(url);
            assertThat(http.cropCode()).isEqualTo(200);
        }
    }

    @Test
    void aClosedServiceCannotBeUsed() {
        DocprocTestService service = DocprocTestService.start();
        String url = service.baseUrl();
        service.close();
        service.close();

        assertThatIllegalStateException().isThrownBy(service::baseUrl).withMessageContaining("closed");
        assertClosed(url);
    }

    @Test
    void closingDeletesTheFiles(@TempDir Path folder) throws Exception {
        DocprocTestService service =
                DocprocTestService.builder().temporaryFolder(folder).start();
        assertThat(folder).isEmptyDirectory();
        HttpTestClient http = new HttpTestClient(service);
        http.postForm(HttpTestClient.PARSE_ASYNC, HttpTestClient.part("file", "application/pdf", "%PDF-1.7"));
        assertThat(folder).isNotEmptyDirectory();

        service.close();

        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aStartNeedsAnExistingFolder(@TempDir Path parent) {
        DocprocTestServiceBuilder builder = DocprocTestService.builder().temporaryFolder(parent.resolve("missing"));

        assertThatIllegalArgumentException()
                .isThrownBy(builder::start)
                .withMessageContaining("missing; use an existing folder that can be written to");
    }

    @Test
    void aServiceThatIsNotClosedDoesNotKeepTheJvmAlive() throws Exception {
        ThreadGroup group = new ThreadGroup("service");
        AtomicReference<DocprocTestService> started = new AtomicReference<>();
        Thread starter = new Thread(group, () -> {
            started.set(DocprocTestService.start());
            started.get().calls();
        });
        starter.start();
        starter.join();
        try (DocprocTestService service = started.get()) {
            new HttpTestClient(service).crop("", Documents.PDF);

            Thread[] threads = new Thread[100];
            int number = group.enumerate(threads);
            assertThat(Arrays.copyOf(threads, number)).isNotEmpty().allMatch(Thread::isDaemon);
        }
    }

    /** The job continues after its interruption until the closing thread waits for it, or ends without waiting. */
    @Test
    @Timeout(120)
    void closingWaitsForTheJobInFlight() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        AtomicReference<Thread> closing = new AtomicReference<>();
        AtomicBoolean ended = new AtomicBoolean();
        DocprocTestService service = DocprocTestService.builder()
                .completeJobsAutomatically()
                .responder(Operation.PARSE_SYNC, request -> {
                    begun.countDown();
                    while (!Thread.currentThread().isInterrupted() || !isWaitingOrEnded(closing.get())) {
                        Thread.onSpinWait();
                    }
                    ended.set(closing.get().isAlive());
                    return JsonNodeFactory.instance.objectNode();
                })
                .start();
        HttpTestClient http = new HttpTestClient(service);
        http.postForm(HttpTestClient.PARSE_ASYNC, HttpTestClient.part("file", "application/pdf", "%PDF-1.7"));
        begun.await();

        closing.set(new Thread(service::close));
        closing.get().start();
        closing.get().join();

        assertThat(ended).isTrue();
    }

    private static boolean isWaitingOrEnded(Thread thread) {
        return EnumSet.of(Thread.State.TIMED_WAITING, Thread.State.TERMINATED).contains(thread.getState());
    }

    @Test
    void theServiceListensOnTheLoopbackInterfaceOnly() throws Exception {
        try (DocprocTestService service = DocprocTestService.start()) {
            int port = URI.create(service.baseUrl()).getPort();
            List<InetAddress> others = NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(it -> !it.isLoopbackAddress())
                    .toList();

            assertThat(others).allSatisfy(it -> assertThatThrownBy(() -> new Socket(it, port).close())
                    .isInstanceOf(IOException.class));
        }
    }

    @Test
    void theBuilderSetsPortAndCredentials() throws Exception {
        int port;
        try (DocprocTestService service = DocprocTestService.start()) {
            port = URI.create(service.baseUrl()).getPort();
        }
        try (DocprocTestService service = DocprocTestService.builder()
                .port(port)
                .credentials("app", "secret")
                .start()) {
            assertThat(service.properties())
                    .containsEntry("camel.component.docproc.base-url", "http://127.0.0.1:" + port)
                    .containsEntry("camel.component.docproc.app-id", "app")
                    .containsEntry("camel.component.docproc.secret-code", "secret");
            assertThat(new HttpTestClient(service)
                            .get("/api/v1/other/parse/async/x")
                            .path("code")
                            .asInt())
                    .isEqualTo(40004);
            assertThatIllegalStateException()
                    .isThrownBy(() -> DocprocTestService.builder().port(port).start())
                    .withMessageContaining("cannot listen on 127.0.0.1:" + port);
        }
    }

    @Test
    void invalidSettingsAreRejected() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DocprocTestService.builder().port(70_000))
                .withMessage("port is 70000; allowed are 0 to 65535.");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DocprocTestService.builder().credentials("app", " "))
                .withMessageContaining("secretCode is blank");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> DocprocTestService.builder().balance(new BigDecimal("-1")))
                .withMessageContaining("balance is -1");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CallbackPolicy(0, Duration.ofSeconds(1), Duration.ZERO))
                .withMessageContaining("at least 1 attempt");
    }

    /** Spring caches the application context of a base class, with the address in its properties. */
    @Test
    void theAddressRemainsForTheNextSubclass() {
        assertThat(run(FirstSubclass.class)).isEqualTo(1);
        String first = BaseCases.url;
        assertClosed(first);
        assertThat(run(SecondSubclass.class)).isEqualTo(1);

        assertThat(BaseCases.url).isEqualTo(first);
    }

    private static long run(Class<?> tests) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(tests))
                .build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        assertThat(listener.getSummary().getFailures()).isEmpty();
        return listener.getSummary().getTestsSucceededCount();
    }

    private static void assertClosed(String url) {
        URI address = URI.create(url);
        assertThatThrownBy(() -> new Socket(address.getHost(), address.getPort()).close())
                .isInstanceOf(IOException.class);
    }

    /** Run by a launcher of this test only. */
    static class SharedCases {
        static final List<String> URLS = new CopyOnWriteArrayList<>();
        static final List<Integer> CALLS = new CopyOnWriteArrayList<>();
        static String urlAfterNested = "";

        @RegisterExtension
        static final DocprocTestService service = DocprocTestService.create();

        @Test
        void first() throws Exception {
            use();
        }

        @Test
        void second() throws Exception {
            use();
        }

        @AfterAll
        static void remember() {
            urlAfterNested = service.baseUrl();
        }

        static void use() throws Exception {
            URLS.add(service.baseUrl());
            CALLS.add(service.calls().size());
            new HttpTestClient(service).crop("", Documents.PDF);
        }

        @Nested
        class Inner {
            @Test
            void third() throws Exception {
                use();
            }
        }
    }

    /** Run by a launcher of this test only. */
    abstract static class BaseCases {
        static String url = "";

        @RegisterExtension
        static final DocprocTestService service = DocprocTestService.create();

        @Test
        void use() {
            url = service.baseUrl();
        }
    }

    static class FirstSubclass extends BaseCases {}

    static class SecondSubclass extends BaseCases {}

    /** Run by a launcher of this test only. */
    static class SeparateCases {
        static final List<String> URLS = new CopyOnWriteArrayList<>();

        @RegisterExtension
        final DocprocTestService service = DocprocTestService.create();

        @Test
        void first() {
            URLS.add(service.baseUrl());
        }

        @Test
        void second() {
            URLS.add(service.baseUrl());
        }
    }
}
