/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.HeldServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TempFolder;
import io.docproc.camel.testkit.TestContexts;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.StreamCache;
import org.apache.camel.component.mock.MockEndpoint;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Lifetime of the temporary files of large responses, also on a disk that is nearly full and after kills. */
@Timeout(120)
class StreamLifetimeTest {
    private static final byte[] LARGE = new byte[400_000];

    static {
        new Random(1).nextBytes(LARGE);
    }

    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private Path spool;
    private final List<byte[]> bodies = new CopyOnWriteArrayList<>();
    private final List<Integer> fileCounts = new CopyOnWriteArrayList<>();

    @BeforeEach
    void spoolWhereTheTestCanSeeIt() {
        spool = directory.resolve("spool");
        service.context().getStreamCachingStrategy().setSpoolDirectory(spool.toFile());
        service.respondWith(Replies.CROP_PATH, Replies.crop(LARGE));
    }

    private int files() {
        return TempFolder.count(spool);
    }

    private Processor recordBody() {
        return exchange -> {
            fileCounts.add(files());
            bodies.add(exchange.getMessage().getBody(byte[].class));
        };
    }

    /** Mock endpoints keep the exchanges that they receive. */
    private void assertNoFileRemains() {
        MockEndpoint.resetMocks(service.context());
        TempFolder.awaitEmpty(spool);
    }

    /** Copies, splits and aggregations are in the tests of route shapes. */
    @Test
    void theFileIsDeletedWhenTheExchangeIsDoneAndTheFileOfADocumentIsNot() throws Exception {
        Path inbox = Files.createDirectory(directory.resolve("in"));
        Files.write(inbox.resolve("scan.pdf"), Replies.DOCUMENT);
        service.route(routes -> routes.from("file:" + inbox + "?initialDelay=0&delay=50&noop=true")
                .to("docproc:crop")
                .process(recordBody())
                .process(recordBody())
                .to("mock:done"));
        MockEndpoint result = service.context().getEndpoint("mock:done", MockEndpoint.class);
        result.expectedMessageCount(1);
        result.assertIsSatisfied(30_000);

        assertThat(bodies).as("the body can be read again").containsExactly(LARGE, LARGE);
        assertThat(fileCounts).containsExactly(1, 1);
        assertNoFileRemains();
        assertThat(inbox.resolve("scan.pdf")).hasBinaryContent(Replies.DOCUMENT);
    }

    private static byte[] bytesOf(Exchange exchange) {
        return exchange.getMessage().getBody(byte[].class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file", "encrypted file"})
    void aParsedDocumentIsExactlyTheDataOfTheResponse(String storage) throws IOException {
        if (storage.equals("encrypted file")) {
            service.context().getStreamCachingStrategy().setSpoolCipher("AES/CTR/NoPadding");
        }
        String text = storage.equals("memory") ? "# 标题" : "标题 é ".repeat(60_000);
        String data = "{ \"markdown\" : \"" + text + "\",\n \"elements\":[1, 2.50, {\"a\":null}] }";
        service.respondWith(
                Replies.PARSE_PATH, "{\"message\":\"成功\",\"other\":[{}],\"data\" : " + data + " ,\"code\":200}\n");
        Exchange result = service.send("docproc:parseSync");
        assertThat(result.getException()).isNull();
        assertThat(new String(bytesOf(result), StandardCharsets.UTF_8)).isEqualTo(data);
        assertThat(files()).isEqualTo(storage.equals("memory") ? 0 : 1);
        if (storage.equals("encrypted file")) {
            try (Stream<Path> files =
                    Files.list(spool).filter(file -> file.toString().endsWith(".tmp"))) {
                assertThat(files).singleElement().satisfies(file -> assertThat(
                                new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
                        .doesNotContain("标题"));
            }
            result.getMessage().getBody(StreamCache.class).reset();
            assertThat(new String(bytesOf(result), StandardCharsets.UTF_8))
                    .as("read again")
                    .isEqualTo(data);
        }
    }

    @Test
    void theFilesAreDeletedWhenTheContextStops() {
        Exchange held = service.send("docproc:crop");
        assertThat(files()).isEqualTo(1);

        service.context().stop();

        assertThat(files()).isZero();
        assertThat(held.getMessage().getBody()).isInstanceOf(StreamCache.class);
    }

    @Test
    void anUnknownSpoolCipherFailsTheStart() {
        service.context().getStreamCachingStrategy().setSpoolCipher("ROT/13");
        assertThatThrownBy(() -> service.call("docproc:crop")).hasStackTraceContaining("spool cipher ROT/13");
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 400_000})
    void anImageIsReadFromAnyPositionWhileAnotherThreadReadsItFromTheStart(int size) throws Exception {
        byte[] image = Arrays.copyOf(LARGE, size);
        service.respondWith(Replies.CROP_PATH, Replies.crop(image));
        StreamCache content = service.send("docproc:crop").getMessage().getBody(StreamCache.class);
        InputStream in = (InputStream) content;

        assertThat(content.inMemory()).isEqualTo(size == 30);
        assertThat(in.skip(10)).isEqualTo(10);
        assertThat(in.read()).isEqualTo(image[10] & 0xff);
        in.skipNBytes(9);
        assertThat(content.position()).isEqualTo(20);
        byte[] readByTheOther = CompletableFuture.supplyAsync(() -> {
                    content.reset();
                    return service.context().getTypeConverter().convertTo(byte[].class, content);
                })
                .get();

        assertThat(readByTheOther).isEqualTo(image);
        assertThat(in.readAllBytes()).isEqualTo(Arrays.copyOfRange(image, 20, size));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        content.writeTo(out);
        assertThat(out.toByteArray()).isEqualTo(image);
    }

    private static final int IMAGE = 2_000_000;

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
