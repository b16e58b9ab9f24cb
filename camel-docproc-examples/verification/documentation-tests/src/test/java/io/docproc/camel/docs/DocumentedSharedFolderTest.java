/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.post;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.DatabaseServer;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.camel.builder.NotifyBuilder;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.jdbc.core.JdbcTemplate;

/** Two processes poll one folder, as the documentation of scaling out shows. */
@Timeout(300)
final class DocumentedSharedFolderTest {
    private static final int DOCUMENTS = 300;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    private Path directory;

    /** A node: runs until it reads a line. */
    static final class Node {
        private Node() {}

        /**
         * Starts the node.
         *
         * @param arguments URL of the database, then names and values of properties, in turn
         */
        public static void main(String[] arguments) throws Exception {
            Main main = new Main();
            main.setPropertyPlaceholderLocations("classpath:docs/shared-folder.properties");
            HikariDataSource database = new HikariDataSource();
            database.setJdbcUrl(arguments[0]);
            main.bind("dataSource", database);
            for (int index = 1; index < arguments.length; index += 2) {
                main.addInitialProperty(arguments[index], arguments[index + 1]);
            }
            main.configure().withRoutesIncludePattern("classpath:docs/shared-folder.yaml");
            main.init();
            NotifyBuilder photo =
                    new NotifyBuilder(main.getCamelContext()).whenCompleted(1).create();
            main.start();
            System.out.println("started");
            System.in.read();
            main.stop();
            System.out.println(photo.matches() ? "processed photos" : "idle");
        }
    }

    @Test
    void eachOriginalIsKeptBilledOnceAndHasAResult() throws Exception {
        service.server()
                .stubFor(post(urlPathEqualTo(Replies.CROP_PATH))
                        .willReturn(okJson(Replies.CROP).withFixedDelay(5)));
        Path inbox = Files.createDirectory(directory.resolve("inbox"));
        Path generated = Files.createDirectory(directory.resolve("generated"));
        List<String> names = IntStream.range(0, DOCUMENTS)
                .mapToObj("photo-%03d.pdf"::formatted)
                .toList();
        for (String name : names) {
            Files.writeString(generated.resolve(name), "%PDF-1.7\n% " + name + "\n%%EOF\n");
        }
        String database = DatabaseServer.H2.newDatabase();

        try (ChildProcess first = start(database);
                ChildProcess second = start(database)) {
            for (ChildProcess node : List.of(first, second)) {
                assertThat(node.readsLine("started")).isTrue();
            }
            for (String name : names) {
                Files.move(generated.resolve(name), inbox.resolve(name));
            }
            await().atMost(Duration.ofMinutes(2))
                    .until(() -> names(inbox).stream().noneMatch(name -> name.endsWith(".pdf")));
            for (ChildProcess node : List.of(first, second)) {
                node.tell("");
                assertThat(node.lastLines()).containsExactly("processed photos");
            }
        }

        assertThat(names(inbox.resolve("done"))).containsExactlyElementsOf(names);
        assertThat(inbox.resolve("failed")).doesNotExist();
        assertThat(names(directory.resolve("outbox")))
                .containsExactlyElementsOf(
                        names.stream().map(name -> name + ".0.jpg").toList());
        assertThat(service.server().getAllServeEvents()).hasSize(DOCUMENTS);
        assertThat(service.server().getAllServeEvents().stream()
                        .map(event -> event.getRequest().getBodyAsString())
                        .distinct())
                .hasSize(DOCUMENTS);
    }

    @Test
    void aKilledNodeLeavesALockThatTheDocumentedStatementDeletes() throws Exception {
        service.respondWith(Replies.CROP);
        Path inbox = Files.createDirectory(directory.resolve("inbox"));
        Properties properties = new Properties();
        properties.load(DocumentedSharedFolderTest.class.getResourceAsStream("/docs/shared-folder.properties"));
        String url = DatabaseServer.H2.newDatabase();
        try (HikariDataSource pool = DatabaseServer.pool(url);
                ChildProcess node = start(url)) {
            JdbcTemplate database = new JdbcTemplate(pool);
            assertThat(node.readsLine("started")).isTrue();
            database.execute(properties.getProperty("createLocks"));
            database.update(
                    "INSERT INTO CAMEL_MESSAGEPROCESSED VALUES ('inbox', 'killed.pdf', DATEADD(DAY, -2, LOCALTIMESTAMP)),"
                            + " ('inbox', 'running.pdf', LOCALTIMESTAMP)");
            for (String name : List.of("killed.pdf", "running.pdf", "other.pdf")) {
                Files.write(inbox.resolve(name), Replies.DOCUMENT);
            }

            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(names(inbox)).containsExactly("killed.pdf", "running.pdf"));
            database.update(documentedStatement());
            await().atMost(Duration.ofMinutes(1))
                    .untilAsserted(() -> assertThat(names(inbox)).containsExactly("running.pdf"));
            assertThat(names(inbox.resolve("done"))).containsExactly("killed.pdf", "other.pdf");
        }
    }

    @Test
    void aLockFileOfCamelIsDeletedAtTheStart() throws Exception {
        service.respondWith(Replies.CROP);
        Path inbox = Files.createDirectory(directory.resolve("inbox"));
        Files.write(inbox.resolve("killed.pdf"), Replies.DOCUMENT);
        Files.createFile(inbox.resolve("killed.pdf.camelLock"));
        service.context().addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("file:" + inbox
                                + "?readLock=changed&readLockMarkerFile=false&readLockMinAge=1000&readLockMinLength=0&move=done")
                        .to("docproc:crop");
            }
        });

        await().atMost(Duration.ofMinutes(1)).until(() -> names(inbox).isEmpty());
        assertThat(names(inbox.resolve("done"))).containsExactly("killed.pdf");
    }

    private static String documentedStatement() throws Exception {
        Matcher statement = Pattern.compile("(?m)^(DELETE FROM CAMEL_MESSAGEPROCESSED .+)$")
                .matcher(Files.readString(GeneratedPage.PAGES.resolve("docproc-nodes.adoc")));
        assertThat(statement.find()).isTrue();
        return statement.group(1);
    }

    private ChildProcess start(String database) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(database));
        Stream.of(
                        "inbox=" + directory.resolve("inbox"),
                        "outbox=" + directory.resolve("outbox"),
                        "camel.component.docproc.base-url=" + service.server().baseUrl(),
                        "camel.component.docproc.app-id=" + ServiceDouble.APP_ID,
                        "camel.component.docproc.secret-code=" + ServiceDouble.SECRET_CODE)
                .forEach(property -> arguments.addAll(List.of(property.split("=", 2))));
        return new ChildProcess(Node.class, arguments.toArray(String[]::new));
    }

    /** Returns the sorted names of the files in a folder. */
    private static List<String> names(Path folder) throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }
}
