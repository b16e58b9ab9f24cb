/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.fault.FaultDefinition;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterruptedServiceJobTest {
    private static final int DOCUMENTS = 20;

    @TempDir
    private Path folder;

    private final List<String> calls = new CopyOnWriteArrayList<>();

    @Test
    void aServiceThatStopsAndComesBackLosesNoDocumentAndIsSentNoneTwice() throws Exception {
        JobFixture job = new JobFixture(folder);
        for (int number = 1; number <= DOCUMENTS; number++) {
            job.drop(name(number), "Order No.: N-" + number);
        }
        CountDownLatch someAreDone = new CountDownLatch(5);
        CompletableFuture<Boolean> run;
        int port;
        try (LocalService service = service(0, someAreDone)) {
            port = service.port();
            run = run(
                    job.account(service.baseUrl(), "local-app", "local-secret").job());
            assertThat(someAreDone.await(60, TimeUnit.SECONDS)).isTrue();
        }
        try (LocalService back = service(port, new CountDownLatch(0))) {
            run.get(120, TimeUnit.SECONDS);
            assertThat(back.port()).isEqualTo(port);
        }

        assertThat(JobFixture.names(job.inbox())).isEmpty();
        for (int number = 1; number <= DOCUMENTS; number++) {
            String name = name(number);
            if (Files.exists(job.failed(name))) {
                assertThat(job.note(name)).contains("may have arrived");
            } else {
                assertThat(job.outbox("originals").resolve(name)).hasContent("Order No.: N-" + number);
                assertThat(job.fields(name).path("invoice_number").asText()).isEqualTo("N-" + number);
            }
        }
        assertThat(calls).as("no document was sent twice").hasSizeLessThanOrEqualTo(DOCUMENTS);
        assertThat(JobFixture.names(job.outbox("originals")))
                .as("only what was in the service's hands when it stopped may have failed")
                .hasSizeGreaterThanOrEqualTo(DOCUMENTS - 2);
    }

    @Test
    void aServiceThatStaysAwayFailsADocumentAfterTheOutageTimeoutAndNothingWasSent() throws Exception {
        LocalService gone = new LocalService(new LocalServiceOptions().port(0)).start();
        JobFixture job = new JobFixture(folder)
                .account(gone.baseUrl(), "local-app", "local-secret")
                .with("camel.component.docproc.outage-timeout", "1500")
                .drop("order.txt", "Order No.: 1");
        gone.close();

        assertThat(job.run()).isFalse();

        assertThat(job.failed("order.txt")).hasContent("Order No.: 1");
        assertThat(job.note("order.txt")).contains("Nothing was sent");
    }

    @Test
    void aRetryableCallIsRetried() throws Exception {
        LocalServiceOptions options = new LocalServiceOptions()
                .port(0)
                .faults(List.of(FaultDefinition.parse("operation=extract,kind=code,code=50011,times=2")))
                .callLines(this::note);
        try (LocalService service = new LocalService(options).start()) {
            JobFixture job = new JobFixture(folder)
                    .account(service.baseUrl(), "local-app", "local-secret")
                    .drop("order.txt", "Order No.: 1");

            assertThat(job.run()).as(job.console()).isTrue();
        }
        assertThat(calls).hasSize(3);
    }

    @Test
    void aCallThatMayHaveBeenBilledIsNotRetried() throws Exception {
        LocalServiceOptions options = new LocalServiceOptions()
                .port(0)
                .faults(List.of(FaultDefinition.parse("operation=extract,kind=drop,at=response")))
                .callLines(this::note);
        try (LocalService service = new LocalService(options).start()) {
            JobFixture job = new JobFixture(folder)
                    .account(service.baseUrl(), "local-app", "local-secret")
                    .drop("order.txt", "Order No.: 1");

            assertThat(job.run()).isFalse();
            assertThat(job.note("order.txt")).contains("may have been billed");
        }
        assertThat(calls).hasSize(1);
    }

    private static String name(int number) {
        return "order-" + number + ".txt";
    }

    private LocalService service(int port, CountDownLatch done) throws Exception {
        LocalServiceOptions options = new LocalServiceOptions().port(port).callLines(line -> {
            note(line);
            done.countDown();
        });
        return new LocalService(options).start();
    }

    private void note(String line) {
        if (line.startsWith("extract")) {
            calls.add(line);
        }
    }

    private static CompletableFuture<Boolean> run(Job job) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return job.run();
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        });
    }
}
