/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.Stubs;
import jakarta.activation.DataHandler;
import jakarta.activation.FileDataSource;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.camel.Exchange;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.attachment.AttachmentMessage;
import org.apache.camel.builder.AdviceWith;
import org.apache.camel.component.file.FileComponent;
import org.apache.camel.component.file.GenericFileEndpoint;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.component.stub.StubComponent;
import org.apache.ftpserver.DataConnectionConfigurationFactory;
import org.apache.ftpserver.FtpServer;
import org.apache.ftpserver.FtpServerFactory;
import org.apache.ftpserver.ftplet.FtpException;
import org.apache.ftpserver.ftplet.UserManager;
import org.apache.ftpserver.listener.Listener;
import org.apache.ftpserver.listener.ListenerFactory;
import org.apache.ftpserver.usermanager.PropertiesUserManagerFactory;
import org.apache.ftpserver.usermanager.impl.BaseUser;
import org.apache.ftpserver.usermanager.impl.WritePermission;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs the routes of the page of ten routes that read folders, FTP, S3 and mail, each in each language. Those of JMS,
 * Kafka and HTTP have tests of their own.
 */
@Timeout(120)
final class DocumentedTenRoutesTest extends DocumentedRoutesFixture {
    private static final String DAMAGED = "{\"code\":40422,\"message\":\"file is corrupted\"}";
    private static final String PASSWORD = "p1";

    @TempDir
    private Path folder;

    @BeforeEach
    void setUp() {
        service.context().addComponent("file", new FileComponent() {
            @Override
            protected GenericFileEndpoint<File> buildFileEndpoint(
                    String uri, String remaining, Map<String, Object> parameters) throws Exception {
                GenericFileEndpoint<File> endpoint =
                        super.buildFileEndpoint(uri, folder.resolve(remaining).toString(), parameters);
                endpoint.setInitialDelay(0);
                endpoint.setDelay(50);
                return endpoint;
            }
        });
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.crop(Replies.JPEG, Replies.JPEG)));
        extracted("1250.10");
    }

    private void extracted(String total) {
        service.server()
                .stubFor(Stubs.ok(
                        Replies.EXTRACT_PATH,
                        "{\"code\":200,\"result\":{\"success_count\":1,\"extracted_schema\":{\"total\":" + total
                                + "}}}"));
    }

    private void parsed() {
        service.server()
                .stubFor(WireMock.post(WireMock.urlPathMatching(".*/parse/async"))
                        .willReturn(WireMock.okJson("{\"code\":200,\"data\":{\"job_id\":\"j-1\"}}")));
        service.server()
                .stubFor(Stubs.ok(
                        "/api/v1/xparse/parse/async/j-1",
                        "{\"code\":200,\"data\":{\"job_id\":\"j-1\",\"status\":\"completed\",\"result_url\":\""
                                + service.server().baseUrl() + "/results/j-1\"}}"));
        service.server()
                .stubFor(
                        Stubs.ok("/results/j-1", "{\"code\":200,\"data\":{\"markdown\":\"# A\",\"success_count\":1}}"));
    }

    private void refuseAll() {
        service.server().stubFor(WireMock.post(WireMock.anyUrl()).willReturn(WireMock.okJson(DAMAGED)));
    }

    /** Writes a file that a route sees at once as a whole. */
    private Path write(String name, byte... content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.move(Files.write(folder.resolve("whole"), content), file);
    }

    private void awaitFile(String name) {
        await().until(() -> Files.exists(folder.resolve(name)));
    }

    private int calls() {
        return service.server().getAllServeEvents().size();
    }

    @ParameterizedTest
    @EnumSource(Dsl.class)
    void eachPageOfAPhotoIsStored(Dsl dsl) throws Exception {
        write("inbox/a.jpg", Replies.JPEG);
        dsl.load(service.context(), "routes/photos", new DocumentedGuides.Photos());

        awaitFile("inbox/done/a.jpg");
        assertThat(folder.resolve("pages").toFile().list()).containsExactlyInAnyOrder("a.jpg.0.jpg", "a.jpg.1.jpg");
    }

    @ParameterizedTest
    @EnumSource(Dsl.class)
    void severalPhotosAreCroppedAtATime(Dsl dsl) throws Exception {
        service.server()
                .stubFor(WireMock.post(WireMock.anyUrl())
                        .willReturn(WireMock.okJson(Replies.CROP).withFixedDelay(1_000)));
        for (int number = 0; number < 6; number++) {
            write("inbox/" + number + ".jpg", Replies.JPEG);
        }
        dsl.load(service.context(), "routes/photos", new DocumentedGuides.Photos());

        await().pollInterval(Duration.ofMillis(10)).until(() -> service.meters().gauge("docproc.calls.in.flight") >= 5);
        await().until(() -> StarterRouteTest.files(folder.resolve("inbox/done")).size() == 6);
    }

    @ParameterizedTest
    @EnumSource(Dsl.class)
    void aRefusedPhotoHasItsReasonInAFile(Dsl dsl) throws Exception {
        refuseAll();
        write("inbox/a.jpg", Replies.JPEG);
        dsl.load(service.context(), "routes/photos", new DocumentedGuides.Photos());

        awaitFile("inbox/failed/a.jpg");
        assertThat(folder.resolve("inbox/failed/a.jpg.txt")).content().contains("40422", "file is corrupted");
    }

    @ParameterizedTest
    @EnumSource(Dsl.class)
    void invoicesAreLinesOfTwoFiles(Dsl dsl) throws Exception {
        dsl.load(service.context(), "routes/invoices", new DocumentedGuides.Invoices());
        for (String total : List.of("1000.50", "999.99", "1000", "null", "\"\"")) {
            extracted(total);
            String name = "invoice-" + total.replace("\"", "") + ".pdf";
            write("invoices/" + name, ("%PDF-1.7 " + total).getBytes(UTF_8));
            awaitFile("invoices/done/" + name);
        }

        assertThat(folder.resolve("fields/to-approve.jsonl"))
                .hasContent("{\"total\":1000.50}\n{\"total\":1000}\n{\"total\":null}\n{\"total\":\"\"}\n");
        assertThat(folder.resolve("fields/invoices.jsonl")).hasContent("{\"total\":999.99}\n");
    }

    @ParameterizedTest
    @EnumSource(Dsl.class)
    void aContractIsMarkdownInOneStep(Dsl dsl) throws Exception {
        parsed();
        write("contracts/a.pdf", Replies.DOCUMENT);
        dsl.load(service.context(), "routes/contracts", new DocumentedGuides.Contracts());

        awaitFile("contracts/done/a.pdf");
        assertThat(folder.resolve("markdown/a.pdf.md")).hasContent("# A");
    }

    @ParameterizedTest
    @EnumSource(Dsl.class)
    void filesOfSubfoldersAreReadOnce(Dsl dsl) throws Exception {
        write("archive/2026/may/a.pdf", Replies.DOCUMENT);
        dsl.load(service.context(), "routes/subfolders", new DocumentedGuides.Subfolders());
        awaitFile("archive/.done/2026/may/a.pdf");
        write("archive/2026/b.pdf", "%PDF-1.7 b".getBytes(UTF_8));
        awaitFile("archive/.done/2026/b.pdf");

        assertThat(folder.resolve("fields/2026/may/a.pdf.json")).hasContent("{\"total\":1250.10}");
        assertThat(calls()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource(Dsl.class)
    void theResultOfAnObjectHasItsKey(Dsl dsl) throws Exception {
        parsed();
        Exchange exchange = sendObject(dsl);

        MockEndpoint results = service.context().getEndpoint("mock:aws2-s3:scans-parsed", MockEndpoint.class);
        assertThat(results.getExchanges()).hasSize(1);
        assertThat(results.getExchanges().get(0).getMessage().getHeader("CamelAwsS3Key"))
                .isEqualTo("2026/a.pdf.md");
        assertThat(exchange.getMessage().getHeader("CamelAwsS3Key")).isEqualTo("2026/a.pdf");
    }

    @ParameterizedTest
    @EnumSource(Dsl.class)
    void aRefusedObjectHasItsReasonInAFile(Dsl dsl) throws Exception {
        refuseAll();

        Exchange exchange = sendObject(dsl);

        assertThat(exchange.getException()).isNull();
        assertThat(exchange.getMessage().getHeader("CamelAwsS3Key")).isEqualTo("2026/a.pdf");
        assertThat(folder.resolve("failed/2026/a.pdf.txt")).content().contains("40422");
    }

    private Exchange sendObject(Dsl dsl) throws Exception {
        replaceFrom(dsl, "bucket", "aws2-s3", new DocumentedGuides.Bucket());
        return service.send("direct:bucket", invoice().toFile(), Map.of("CamelAwsS3Key", "2026/a.pdf"));
    }

    /** Replaces the server of a route, whose options the build validates. */
    private void replaceFrom(Dsl dsl, String route, String scheme, RoutesBuilder java) throws Exception {
        service.context().addComponent(scheme, new StubComponent());
        setProperties(Map.of("mail.password", "x", "acme.password", PASSWORD));
        dsl.load(service.context(), "routes/" + route, java);
        String id = service.context().getRoutes().get(0).getRouteId();
        AdviceWith.adviceWith(service.context(), id, advice -> {
            advice.replaceFromWith("direct:" + route);
            advice.mockEndpointsAndSkip(scheme + ":*");
        });
    }

    private void setProperties(Map<String, String> values) {
        Properties properties = new Properties();
        properties.putAll(values);
        service.context().getPropertiesComponent().setOverrideProperties(properties);
    }

    @ParameterizedTest
    @EnumSource(Dsl.class)
    void theAttachmentsOfASenderAreReadWithItsPassword(Dsl dsl) throws Exception {
        replaceFrom(dsl, "mail", "imaps", new DocumentedGuides.Mail());

        assertThat(mail("A <a@acme.example>").getException()).isNull();
        assertThat(service.server().getAllServeEvents()).hasSize(2).allSatisfy(call -> assertThat(
                        call.getRequest().getBodyAsString())
                .contains("\"pdf_pwd\":\"" + PASSWORD + "\""));
        assertThat(folder.resolve("fields").toFile().list()).containsExactlyInAnyOrder("a.pdf.json", "B.PDF.json");

        service.server().resetRequests();
        mail("b@globex.example");
        assertThat(service.server().getAllServeEvents())
                .allSatisfy(
                        call -> assertThat(call.getRequest().getBodyAsString()).doesNotContain("pdf_pwd"));
    }

    @ParameterizedTest
    @EnumSource(Dsl.class)
    void anAttachmentThatFailsHasItsReasonInAFile(Dsl dsl) throws Exception {
        service.server()
                .stubFor(WireMock.post(Replies.EXTRACT_PATH)
                        .withRequestBody(WireMock.containing("a.pdf"))
                        .willReturn(WireMock.okJson(DAMAGED)));
        replaceFrom(dsl, "mail", "imaps", new DocumentedGuides.Mail());

        assertThat(mail("a@acme.example").getException()).isNull();

        assertThat(folder.resolve("failed/a.pdf.txt")).content().contains("40422");
        assertThat(folder.resolve("fields").toFile().list()).containsExactly("B.PDF.json");
    }

    private Exchange mail(String sender) {
        return service.context().createProducerTemplate().request("direct:mail", exchange -> {
            AttachmentMessage message = exchange.getMessage(AttachmentMessage.class);
            message.setHeader("From", sender);
            for (String name : List.of("a.pdf", "B.PDF", "logo.png")) {
                Path file = write("mail/" + name, ("%PDF-1.7 " + name + sender).getBytes(UTF_8));
                message.addAttachment(name, new DataHandler(new FileDataSource(file.toFile())));
            }
        });
    }

    @ParameterizedTest
    @EnumSource(Dsl.class)
    void aNameInChineseIsReadFromAnFtpServer(Dsl dsl) throws Exception {
        Path root = folder.resolve("server");
        write("server/upload/发票.pdf", Replies.DOCUMENT);
        Listener listener = listener();
        FtpServer server = server(root, listener);
        try {
            setProperties(Map.of(
                    "ftp.server",
                    "127.0.0.1:" + listener.getPort(),
                    "ftp.user",
                    "a",
                    "ftp.password",
                    "+%",
                    "ftp.work",
                    folder.resolve("work").toString()));
            dsl.load(service.context(), "routes/ftp", new DocumentedGuides.Ftp());

            awaitFile("server/upload/.done/发票.pdf");
            assertThat(folder.resolve("fields/发票.pdf.json")).hasContent("{\"total\":1250.10}");
            service.context().stop();
        } finally {
            server.stop();
        }
    }

    private static Listener listener() {
        DataConnectionConfigurationFactory data = new DataConnectionConfigurationFactory();
        data.setPassiveAddress("127.0.0.1");
        ListenerFactory factory = new ListenerFactory();
        factory.setServerAddress("127.0.0.1");
        factory.setPort(0);
        factory.setDataConnectionConfiguration(data.createDataConnectionConfiguration());
        return factory.createListener();
    }

    private static FtpServer server(Path root, Listener listener) throws FtpException {
        BaseUser user = new BaseUser();
        user.setName("a");
        user.setPassword("+%");
        user.setHomeDirectory(root.toString());
        user.setAuthorities(List.of(new WritePermission()));
        UserManager users = new PropertiesUserManagerFactory().createUserManager();
        users.save(user);
        FtpServerFactory factory = new FtpServerFactory();
        factory.addListener("default", listener);
        factory.setUserManager(users);
        FtpServer server = factory.createServer();
        server.start();
        return server;
    }
}
