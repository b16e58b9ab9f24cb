/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.internal.body.Samples;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Survives;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.builder.NotifyBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.http.HttpClientConfigurer;
import org.apache.camel.converter.stream.InputStreamCache;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Body types that are accepted as documents, and how their bytes are sent. */
class DocumentInputTest {
    private static final byte[] PDF = Samples.pdf();
    private static final String CROPPED =
            "{\"code\":200,\"x_request_id\":\"r\",\"result\":{\"image_list\":[{\"image\":\"AAEC\"}]}}";
    private static final String SCHEMA = "RAW({\"properties\":{\"a\":{\"type\":\"string\"}}})";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    Path folder;

    @BeforeEach
    void respondWithAnImage() {
        service.respondWith(CROPPED);
    }

    private Path write(byte[] content) throws IOException {
        return Files.write(folder.resolve("scan.pdf"), content);
    }

    @Test
    void eachDocumentTypeIsSentUnchangedWithItsLength() throws IOException {
        File file = write(PDF).toFile();
        List<Object> bodies =
                List.of(file, file.toPath(), PDF, ByteBuffer.wrap(PDF).asReadOnlyBuffer(), new InputStreamCache(PDF));
        for (Object body : bodies) {
            service.server().resetRequests();

            service.call("docproc:crop", body);

            assertThat(service.onlyRequest().getBody())
                    .as(body.getClass().getName())
                    .isEqualTo(PDF);
            assertThat(service.onlyHeaders()).containsEntry("content-length", "" + PDF.length);
        }
    }

    @Test
    void aLongStreamIsSentInChunksAndAShortOneWithItsLength() {
        byte[] large = Arrays.copyOf(PDF, 700_000);
        service.call("docproc:crop", new ByteArrayInputStream(large));
        assertThat(service.onlyRequest().getBody()).isEqualTo(large);
        assertThat(service.onlyHeaders())
                .containsEntry("transfer-encoding", "chunked")
                .doesNotContainKey("content-length");
        service.server().resetRequests();

        service.call("docproc:crop", new ByteArrayInputStream(PDF));
        assertThat(service.onlyRequest().getBody()).isEqualTo(PDF);
        assertThat(service.onlyHeaders()).containsEntry("content-length", "" + PDF.length);
    }

    /** Returns the name, or the other one if no file can have it: a JVM without a locale has ASCII names only. */
    private static String fileName(String name, String ascii) {
        return Charset.forName(System.getProperty("sun.jnu.encoding"))
                        .newEncoder()
                        .canEncode(name)
                ? name
                : ascii;
    }

    @Test
    void aFileRouteSendsTheFileAndWritesTheResults() throws Exception {
        byte[] large = Arrays.copyOf(PDF, 300_000);
        String name = fileName("发票.pdf", "invoice.pdf");
        Files.write(Files.createDirectories(folder.resolve("in")).resolve(name), large);
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("file:" + folder.resolve("in") + "?initialDelay=0&delay=50")
                        .to("docproc:crop")
                        .to("file:" + folder.resolve("out") + "?fileName=image.jpg")
                        .to("docproc:balance")
                        .setHeader("text", simple("${bodyAs(String)}"))
                        .to("file:" + folder.resolve("out") + "?fileName=balance.json")
                        .setBody(header("text"))
                        .to("file:" + folder.resolve("out") + "?fileName=text.json")
                        .setBody(constant(PDF))
                        .to("docproc:extract?output=response&schema=" + SCHEMA)
                        .to("file:" + folder.resolve("out") + "?fileName=extract.json")
                        .setBody(constant(PDF))
                        .to("docproc:extract?schema=" + SCHEMA)
                        .to("file:" + folder.resolve("out") + "?fileName=fields.json")
                        .to("docproc:packages?apiPath=/a")
                        .to("file:" + folder.resolve("out") + "?fileName=packages.json")
                        .setBody(constant(PDF))
                        .to("docproc:crop?output=response")
                        .to("file:" + folder.resolve("out") + "?fileName=crop.json")
                        .setBody(constant(PDF))
                        .to("docproc:parseSync")
                        .to("file:" + folder.resolve("out") + "?fileName=document.json");
            }
        });
        service.respondWith(
                """
                {"code":200,"result":{"image_list":[{"image":"AAEC"}],"extracted_schema":{"a":"红"}},\
                "data":{"balance":7,"list":[{"id":1}]}}""");
        NotifyBuilder routeDone =
                new NotifyBuilder(service.context()).whenDone(1).create();

        assertThat(routeDone.matches(20, TimeUnit.SECONDS)).isTrue();

        Path out = folder.resolve("out");
        assertThat(out.resolve("image.jpg")).hasBinaryContent(new byte[] {0, 1, 2});
        Json.assertEqual(
                Files.readString(out.resolve("balance.json")),
                "{\"balance\":7,\"available_balance\":0,\"unavailable_balance\":0,\"list\":[{\"id\":1}]}");
        assertThat(out.resolve("text.json")).hasSameTextualContentAs(out.resolve("balance.json"));
        assertThat(Json.read(Files.readString(out.resolve("extract.json")))
                        .at("/result/extracted_schema/a")
                        .textValue())
                .isEqualTo("红");
        assertThat(out.resolve("fields.json"))
                .usingCharset(StandardCharsets.UTF_8)
                .hasContent("{\"a\":\"红\"}");
        assertThat(Json.read(Files.readString(out.resolve("packages.json")))
                        .at("/0/id")
                        .intValue())
                .isEqualTo(1);
        assertThat(Json.read(Files.readString(out.resolve("crop.json")))
                        .at("/result/image_list/0/image")
                        .textValue())
                .isEqualTo("AAEC");
        assertThat(out.resolve("document.json")).hasContent("{\"balance\":7,\"list\":[{\"id\":1}]}");
        assertThat(service.server()
                        .findAll(WireMock.postRequestedFor(WireMock.urlEqualTo("/ai/service/v1/crop_enhance_image")))
                        .get(0)
                        .getBody())
                .isEqualTo(large);
        assertThat(service.server()
                        .findAll(WireMock.postRequestedFor(WireMock.urlPathEqualTo("/api/v1/xparse/parse/sync")))
                        .get(0)
                        .getBodyAsString())
                .contains("filename=\"" + name + "\"");
    }

    private void addRedeliveringRoute() throws Exception {
        service.server().stubFor(WireMock.any(WireMock.anyUrl()).willReturn(WireMock.serverError()));
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:in")
                        .errorHandler(
                                defaultErrorHandler().maximumRedeliveries(2).redeliveryDelay(0))
                        .to("docproc:crop");
            }
        });
    }

    @Test
    @Survives(19)
    void aRedeliveryDoesNotResendAConsumedStream() throws Exception {
        service.context().setStreamCaching(false);
        addRedeliveringRoute();

        Exchange exchange = service.send("direct:in", new ByteArrayInputStream(Arrays.copyOf(PDF, 700_000)));

        assertThat(exchange.getException())
                .isInstanceOf(DocprocDocumentException.class)
                .hasMessageContaining("already sent once");
        assertThat(service.server().getAllServeEvents()).hasSize(1);
    }

    @Test
    void aRedeliverySendsACachedStreamAgain() throws Exception {
        addRedeliveringRoute();
        byte[] large = Arrays.copyOf(PDF, 700_000);

        service.send("direct:in", new ByteArrayInputStream(large));

        assertThat(service.server().getAllServeEvents())
                .hasSize(3)
                .allSatisfy(event -> assertThat(event.getRequest().getBody()).isEqualTo(large));
    }

    @Test
    void aSplitterWritesEachOfSeveralImages() throws Exception {
        service.respondWith("{\"code\":200,\"result\":{\"image_list\":[{\"image\":\"AAEC\"},{\"image\":\"AwQF\"}]}}");
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:in")
                        .to("docproc:crop")
                        .split(body())
                        .to("file:" + folder.resolve("out") + "?fileName=${exchangeProperty.CamelSplitIndex}.jpg");
            }
        });

        service.call("direct:in", PDF);

        assertThat(folder.resolve("out/0.jpg")).hasBinaryContent(new byte[] {0, 1, 2});
        assertThat(folder.resolve("out/1.jpg")).hasBinaryContent(new byte[] {3, 4, 5});
    }

    @Test
    void aRedeliverySendsAFileAgain() throws Exception {
        addRedeliveringRoute();

        service.send("direct:in", write(PDF).toFile());

        assertThat(service.server().getAllServeEvents())
                .hasSize(3)
                .allSatisfy(event -> assertThat(event.getRequest().getBody()).isEqualTo(PDF));
    }

    @Test
    @Survives(19)
    void aStreamThatFailsDuringTheUploadIsADocumentError() throws IOException {
        InputStream failing = new SequenceInputStream(new ByteArrayInputStream(PDF), new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("the disk is gone");
            }
        });

        Exchange exchange = service.send("docproc:crop?validateInput=false", failing);

        assertThat(exchange.getException())
                .isInstanceOf(DocprocDocumentException.class)
                .hasMessageContaining("the disk is gone");
    }

    @Test
    @Survives(19)
    void aFileThatGrowsBeforeTheUploadIsADocumentError() throws IOException {
        Path file = write(PDF);

        assertThat(failureWhen(file, () -> Files.write(file, PDF, StandardOpenOption.APPEND)))
                .hasMessageContaining("scan.pdf grew");
    }

    @Test
    @Survives(19)
    void aFileDeletedBeforeTheUploadIsADocumentError() throws IOException {
        Path file = write(PDF);

        assertThat(failureWhen(file, () -> Files.delete(file))).hasMessageContaining("scan.pdf no longer exists");
    }

    private interface Change {
        void apply() throws IOException;
    }

    /** Returns the failure when a file changes after validation and before its first byte is sent. */
    private DocprocException failureWhen(Path document, Change change) {
        HttpClientConfigurer configurer =
                client -> client.addRequestInterceptorFirst((request, entity, context) -> change.apply());
        service.component().getConfiguration().setHttpOptions(Map.of("httpClientConfigurer", configurer));
        DocprocException failure = service.failure(DocprocDocumentException.class, "docproc:crop", document);
        assertThat(failure.isRetryable()).isFalse();
        return failure;
    }
}
