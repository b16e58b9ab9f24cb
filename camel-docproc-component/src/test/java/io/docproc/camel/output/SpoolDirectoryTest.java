/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TempFolder;
import io.docproc.camel.testkit.TestContexts;
import java.io.File;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Spool directory on a disk that is nearly full, and after processes that were killed. */
@Timeout(120)
class SpoolDirectoryTest {
    private static final int IMAGE = 2_000_000;

    @TempDir
    Path directory;

    private static String response() {
        byte[] image = new byte[IMAGE];
        new Random(1).nextBytes(image);
        System.arraycopy(Replies.JPEG, 0, image, 0, 4);
        return Replies.crop(image);
    }

    private static CamelContext context(String url, String spoolDirectory) {
        CamelContext context = TestContexts.create();
        context.getStreamCachingStrategy().setSpoolDirectory(new File(spoolDirectory));
        DocprocComponent docproc = context.getComponent("docproc", DocprocComponent.class);
        ServiceDouble.configure(docproc.getConfiguration(), url);
        context.start();
        return context;
    }

    private static Exchange crop(CamelContext context) {
        return context.createProducerTemplate()
                .request("docproc:crop", exchange -> exchange.getMessage().setBody(Replies.DOCUMENT));
    }

    /** Crops 40 documents, 20 of them at the same time, and keeps the results. Prints how each call ended. */
    static final class NearlyFullDisk {
        private NearlyFullDisk() {}

        public static void main(String[] arguments) throws Exception {
            try (HeldServer server = new HeldServer(response());
                    CamelContext context = context(server.url(), arguments[0])) {
                server.release(100);
                ExecutorService routes = Executors.newFixedThreadPool(20);
                Callable<Exchange> call = () -> crop(context);
                List<Exchange> results = routes.invokeAll(Collections.nCopies(40, call)).stream()
                        .map(result -> {
                            try {
                                return result.get();
                            } catch (Exception e) {
                                throw new IllegalStateException(e);
                            }
                        })
                        .toList();
                for (Exchange result : results) {
                    Exception failure = result.getException();
                    System.out.println(
                            failure instanceof DocprocTransportException transport && transport.isUnsent()
                                    ? "unsent: " + failure.getMessage()
                                    : failure != null ? "lost: " + failure : "delivered");
                }
                System.out.println("billed " + server.requests());
            }
            System.exit(0);
        }
    }

    @CoversFault(103)
    @ParameterizedTest
    @CsvSource({"8m, 0, 0", "64m, 1, 26"})
    void noCallIsSentForWhoseResponseThereIsNoRoom(String size, int minimum, int maximum) throws Exception {
        List<String> output = ChildProcess.outputOnDisk(directory, size, NearlyFullDisk.class, directory.toString());

        long delivered = output.stream().filter("delivered"::equals).count();
        List<String> unsent =
                output.stream().filter(line -> line.startsWith("unsent")).toList();
        assertThat(output).contains("billed " + delivered);
        assertThat(delivered).isBetween((long) minimum, (long) maximum);
        assertThat(unsent).as("%s", output).hasSize((int) (40 - delivered)).allSatisfy(line -> assertThat(line)
                .contains("nothing was sent", "bytes of free space", "at least 16777216 more are required"));
    }

    /** Crops three documents and keeps the results. Reads one of them for each line of its input. */
    static final class Spooling {
        private Spooling() {}

        public static void main(String[] arguments) throws Exception {
            try (HeldServer server = new HeldServer(response());
                    CamelContext context = context(server.url(), arguments[0])) {
                server.release(3);
                List<Exchange> results = List.of(crop(context), crop(context), crop(context));
                System.out.println("spooled");
                while (System.in.read() >= 0) {
                    System.in.readNBytes(System.in.available());
                    InputStream body = results.get(2).getMessage().getBody(InputStream.class);
                    System.out.println("read " + body.readAllBytes().length);
                    body.reset();
                }
            }
        }
    }

    private ChildProcess spooling() throws Exception {
        ChildProcess process = new ChildProcess(Spooling.class, directory.toString());
        assertThat(process.readsLine("spooled")).isTrue();
        return process;
    }

    @CoversFault(104)
    @Test
    void filesOfKilledProcessesAreDeletedAtTheNextStartAndThoseOfLivingOnesAreNot() throws Exception {
        try (HeldServer server = new HeldServer(response());
                CamelContext context = context(server.url(), directory.toString());
                ChildProcess living = spooling()) {
            server.release(2);
            Exchange own = crop(context);
            for (int kill = 1; kill <= 3; kill++) {
                spooling().kill();
                assertThat(TempFolder.count(directory)).as("kill %s", kill).isEqualTo(3 + 1 + 3);
            }

            try (CamelContext other = context(server.url(), directory.toString())) {
                assertThat(crop(other).getException()).isNull();
                assertThat(TempFolder.count(directory)).isEqualTo(3 + 1 + 1);
            }

            try (ChildProcess last = spooling()) {
                assertThat(TempFolder.count(directory)).isEqualTo(3 + 1 + 3);
                living.tell("");
                assertThat(living.nextLine()).isEqualTo("read " + IMAGE);
                assertThat(own.getMessage().getBody(byte[].class)).hasSize(IMAGE);
                last.kill();
            }
        }
    }
}
