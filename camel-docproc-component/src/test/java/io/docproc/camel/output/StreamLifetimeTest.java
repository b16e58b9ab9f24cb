/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.TempFolder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
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
import org.junit.jupiter.params.provider.ValueSource;

/** Lifetime of the temporary files of large responses. */
@Timeout(60)
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
        Exchange result = service.send("docproc:parseSync", Replies.DOCUMENT);
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
    void aFailedCallLeavesNoFile() {
        String whole = Replies.crop(LARGE);
        service.respondWith(Replies.CROP_PATH, whole.substring(0, whole.length() - 4));
        Replies.failure(service.send("docproc:crop", Replies.DOCUMENT));
        service.respondWith(Replies.PARSE_PATH, "{\"code\":500,\"a\":\"" + "x".repeat(400_000) + "\"}");
        Replies.failure(service.send("docproc:parseSync", Replies.DOCUMENT));
        assertThat(spool).as("both were spooled").exists();
        assertNoFileRemains();
    }

    @Test
    void theFilesAreDeletedWhenTheContextStops() {
        Exchange held = service.send("docproc:crop", Replies.DOCUMENT);
        assertThat(files()).isEqualTo(1);

        service.context().stop();

        assertThat(files()).isZero();
        assertThat(held.getMessage().getBody()).isInstanceOf(StreamCache.class);
    }

    @Test
    void anUnknownSpoolCipherFailsTheStart() {
        service.context().getStreamCachingStrategy().setSpoolCipher("ROT/13");
        assertThatThrownBy(() -> service.call("docproc:crop", Replies.DOCUMENT))
                .hasStackTraceContaining("spool cipher ROT/13");
    }

    @ParameterizedTest
    @ValueSource(ints = {30, 400_000})
    void anImageIsReadFromAnyPositionWhileAnotherThreadReadsItFromTheStart(int size) throws Exception {
        byte[] image = Arrays.copyOf(LARGE, size);
        service.respondWith(Replies.CROP_PATH, Replies.crop(image));
        StreamCache content =
                service.send("docproc:crop", Replies.DOCUMENT).getMessage().getBody(StreamCache.class);
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
}
