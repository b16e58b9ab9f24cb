/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.apache.camel.StreamCache;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.mock.MockEndpoint;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A large answer lies in a temporary file: who can read it, for how long, and when it is gone. */
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
    private final List<byte[]> seen = new CopyOnWriteArrayList<>();
    private final List<Integer> filesMeanwhile = new CopyOnWriteArrayList<>();

    @BeforeEach
    void spoolWhereTheTestCanSeeIt() {
        spool = directory.resolve("spool");
        service.context().getStreamCachingStrategy().setSpoolDirectory(spool.toFile());
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.crop(LARGE)));
    }

    private int files() {
        return TempFolder.count(spool);
    }

    private Processor look() {
        return exchange -> {
            filesMeanwhile.add(files());
            seen.add(exchange.getMessage().getBody(byte[].class));
        };
    }

    /** Mock endpoints keep the exchanges that they receive. */
    private void assertNoFileRemains() {
        MockEndpoint.resetMocks(service.context());
        TempFolder.awaitEmpty(spool);
    }

    private void route(RouteBuilder routes) throws Exception {
        service.context().addRoutes(routes);
    }

    @Test
    void theFileOfAPolledDocumentIsGoneWhenItsExchangeIsDone() throws Exception {
        Path inbox = Files.createDirectory(directory.resolve("in"));
        Files.write(inbox.resolve("scan.pdf"), Replies.DOCUMENT);
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("file:" + inbox + "?initialDelay=0&delay=50")
                        .to("docproc:crop")
                        .process(look())
                        .process(look())
                        .to("mock:done");
            }
        });
        MockEndpoint done = service.context().getEndpoint("mock:done", MockEndpoint.class);
        done.expectedMessageCount(1);
        done.assertIsSatisfied();
        assertThat(seen).as("the body can be read again").containsExactly(LARGE, LARGE);
        assertThat(filesMeanwhile).containsExactly(1, 1);
        assertNoFileRemains();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCopyOfAnExchangeKeepsTheFileUntilItIsDoneToo(boolean streamCaching) throws Exception {
        service.context().setStreamCaching(streamCaching);
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("seda:in")
                        .to("docproc:crop")
                        .multicast()
                        .parallelProcessing()
                        .to("direct:a", "direct:b");
                from("direct:a").process(look()).to("mock:done");
                from("direct:b").process(look()).to("mock:done");
            }
        });
        MockEndpoint done = service.context().getEndpoint("mock:done", MockEndpoint.class);
        done.expectedMessageCount(2);
        service.context().createProducerTemplate().sendBody("seda:in", Replies.DOCUMENT);
        done.assertIsSatisfied();
        assertThat(seen).allSatisfy(bytes -> assertThat(bytes).isEqualTo(LARGE));
        assertNoFileRemains();
    }

    @Test
    void aTappedCopyCanBeReadAfterTheOriginalIsDone() throws Exception {
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("seda:in").to("docproc:crop").wireTap("seda:tap").to("mock:done");
                from("seda:tap").process(look()).to("mock:tapped");
            }
        });
        MockEndpoint tapped = service.context().getEndpoint("mock:tapped", MockEndpoint.class);
        tapped.expectedMessageCount(1);
        service.context().createProducerTemplate().sendBody("seda:in", Replies.DOCUMENT);
        tapped.assertIsSatisfied();
        assertThat(seen).containsExactly(LARGE);
        assertNoFileRemains();
    }

    @Test
    void aPartOfASplitGivesItsImageToTheExchangeThatAggregates() throws Exception {
        route(new RouteBuilder() {
            @Override
            public void configure() {
                from("seda:in")
                        .split(body(), (together, part) -> together == null ? part : together)
                        .to("docproc:crop")
                        .end()
                        .process(look())
                        .to("mock:done");
            }
        });
        MockEndpoint done = service.context().getEndpoint("mock:done", MockEndpoint.class);
        done.expectedMessageCount(1);
        service.context().createProducerTemplate().sendBody("seda:in", List.of(Replies.DOCUMENT, Replies.DOCUMENT));
        done.assertIsSatisfied();
        assertThat(seen).containsExactly(LARGE);
        assertNoFileRemains();
    }

    @Test
    void theCallerOfATemplateCanReadTheImageAfterwards() throws Exception {
        Exchange done = service.send("docproc:crop", Replies.DOCUMENT);
        assertThat(done.getMessage().getBody()).isInstanceOf(StreamCache.class);
        assertThat(bytesOf(done)).isEqualTo(LARGE);
        InputStream body = service.context()
                .createProducerTemplate()
                .requestBody("docproc:crop", Replies.DOCUMENT, InputStream.class);
        assertThat(body.readAllBytes()).isEqualTo(LARGE);
    }

    @Test
    void anElementOfAListOfImagesIsReadByTwoReadersAtTheSameTime() throws IOException {
        String image = Replies.crop(LARGE);
        String entry = image.substring(image.indexOf('{', 1 + image.indexOf("image_list")), image.lastIndexOf("]}}"));
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, image.replace("]}}", "," + entry + "]}}")));
        List<?> images =
                service.context().createProducerTemplate().requestBody("docproc:crop", Replies.DOCUMENT, List.class);
        assertThat(images).hasSize(2);

        InputStream first = (InputStream) images.get(1);
        InputStream second = (InputStream) images.get(1);
        byte[] beginning = first.readNBytes(1_000);

        assertThat(second.readAllBytes()).isEqualTo(LARGE);
        assertThat(beginning).isEqualTo(Arrays.copyOf(LARGE, 1_000));
        assertThat(first.readAllBytes()).isEqualTo(Arrays.copyOfRange(LARGE, 1_000, LARGE.length));
    }

    private static byte[] bytesOf(Exchange exchange) {
        return exchange.getMessage().getBody(byte[].class);
    }

    @Test
    void aSmallAnswerNeedsNoFileAndTheContextsThresholdCounts() {
        service.context().getStreamCachingStrategy().setSpoolThreshold(LARGE.length + 1);
        assertThat(bytesOf(service.send("docproc:crop", Replies.DOCUMENT))).isEqualTo(LARGE);
        assertThat(files()).isZero();
    }

    @Test
    void theContextsCipherProtectsTheFile() throws IOException {
        service.context().getStreamCachingStrategy().setSpoolCipher("AES/CTR/NoPadding");
        Exchange done = service.send("docproc:crop", Replies.DOCUMENT);
        try (Stream<Path> files = Files.list(spool)) {
            assertThat(files).singleElement().satisfies(file -> assertThat(Files.readAllBytes(file))
                    .isNotEqualTo(LARGE));
        }
        assertThat(bytesOf(done)).isEqualTo(LARGE);
        done.getMessage().getBody(StreamCache.class).reset();
        assertThat(bytesOf(done)).as("read again").isEqualTo(LARGE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "file", "encrypted file"})
    void aParsedDocumentIsExactlyTheAnswersData(String where) throws IOException {
        if (where.equals("encrypted file")) {
            service.context().getStreamCachingStrategy().setSpoolCipher("AES/CTR/NoPadding");
        }
        String text = where.equals("memory") ? "# 标题" : "标题 é ".repeat(60_000);
        String data = "{ \"markdown\" : \"" + text + "\",\n \"elements\":[1, 2.50, {\"a\":null}] }";
        service.server()
                .stubFor(Stubs.ok(
                        Replies.PARSE_PATH,
                        "{\"message\":\"成功\",\"other\":[{}],\"data\" : " + data + " ,\"code\":200}\n"));
        Exchange done = service.send("docproc:parseSync", Replies.DOCUMENT);
        assertThat(done.getException()).isNull();
        assertThat(new String(bytesOf(done), StandardCharsets.UTF_8)).isEqualTo(data);
        assertThat(files()).isEqualTo(where.equals("memory") ? 0 : 1);
    }

    @Test
    void anAnswerThatBecameATypeLeavesNoFile() throws IOException {
        String fields = new ObjectMapper().writeValueAsString("x".repeat(400_000));
        service.server()
                .stubFor(Stubs.ok(
                        Replies.EXTRACT_PATH,
                        "{\"code\":200,\"result\":{\"extracted_schema\":{\"total\":" + fields + "}}}"));
        Exchange done = service.context().createProducerTemplate().request("docproc:extract", exchange -> {
            exchange.getMessage().setBody(Replies.DOCUMENT);
            exchange.getMessage().setHeader("CamelDocprocSchema", Replies.SCHEMA);
        });
        assertThat(done.getException()).isNull();
        assertThat(spool).as("it was spooled").exists();
        assertThat(files()).isZero();
    }

    @Test
    void aFailedCallLeavesNoFileEvenForATemplatesCaller() {
        String whole = Replies.crop(LARGE);
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, whole.substring(0, whole.length() - 4)));
        Replies.failure(service.send("docproc:crop", Replies.DOCUMENT));
        service.server().stubFor(Stubs.ok(Replies.PARSE_PATH, "{\"code\":500,\"a\":\"" + "x".repeat(400_000) + "\"}"));
        Replies.failure(service.send("docproc:parseSync", Replies.DOCUMENT));
        assertThat(spool).as("both were spooled").exists();
        assertThat(files()).isZero();
    }

    @Test
    void aFileAsBodyIsNotTouched() throws IOException {
        File document =
                Files.write(directory.resolve("scan.pdf"), Replies.DOCUMENT).toFile();
        assertThat(service.send("docproc:crop", document).getException()).isNull();
        assertThat(document).hasBinaryContent(Replies.DOCUMENT);
    }
}
