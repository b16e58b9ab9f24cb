/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import io.docproc.examples.support.InvalidSettingException;
import io.docproc.examples.support.LocalPort;
import java.io.BufferedReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Requests to S3 that fail, servers that are killed, and settings that cannot work. */
class S3FailureTest extends WithS3Server {
    /** The deletion from the inbox, the upload of the note, and the download of an object that is submitted again. */
    @ParameterizedTest
    @CsvSource({"DELETE,/inbox-", "PUT,.error.txt", "GET,/submitted/"})
    void aRequestThatFailsOnceLeavesNoDocumentBehind(String method, String part) throws Exception {
        String[] faults = method.equals("PUT") ? new String[] {REJECT_FIRST} : new String[0];
        try (S3Fixture s3 = new S3Fixture(home, server.endpoint(), faults);
                RejectingS3Proxy refusing = new RejectingS3Proxy(server.endpoint(), refused(method, part), 1)) {
            s3.put("a.txt", "delivery");
            if (method.equals("GET")) {
                S3Document document = S3Document.of("a.txt", s3.etag("a.txt"));
                new Archive(s3.store().s3(), s3.store().buckets()).move(document, S3Buckets.SUBMITTED);
            }

            assertThat(s3.with("s3.endpoint", refusing.endpoint()).run())
                    .as(s3.console())
                    .isTrue();

            assertThat(refusing.isUsedUp()).isTrue();
            assertThat(s3.inbox()).isEmpty();
            assertThat(s3.archive()).singleElement().asString().startsWith("done/a.txt/");
            assertThat(s3.submitted()).containsExactly("a.txt");
        }
    }

    private static Predicate<HttpExchange> refused(String method, String part) {
        return call -> call.getRequestMethod().equals(method)
                && call.getRequestURI().toString().contains(part);
    }

    @Tag("endurance")
    @Test
    void aServerEndsWithItsRunHoweverThatEndsAndTheNextOneHasItsObjectsAndNotItsTemporaryFiles() throws Exception {
        S3Buckets buckets = new S3Buckets("inbox", "archive", "results");
        Process killed = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + home,
                        "-Ddocproc.s3Server=" + System.getProperty("docproc.s3Server"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ServerOwner.class.getName(),
                        home.toString())
                .redirectError(home.resolve("killed.txt").toFile())
                .start();
        URI endpoint;
        try (BufferedReader output = killed.inputReader()) {
            endpoint = URI.create(output.readLine());
            try (S3Store store = S3Fixture.store(endpoint, buckets)) {
                store.makeBuckets();
                S3Fixture.put(store, "a.txt", "delivery");
            }
        } finally {
            killed.destroyForcibly().waitFor();
        }
        assertThat(home.resolve("temporary")).isNotEmptyDirectory();
        Path left = Files.createFile(home.resolve("temporary/left-by-the-killed-one"));

        try (LocalS3Server next = LocalS3Server.start(home);
                S3Store store = S3Fixture.store(next.endpoint(), buckets);
                S3Store earlier = S3Fixture.store(endpoint, buckets)) {
            assertThat(store.unfinished()).hasSize(1);
            assertThat(store.makeBuckets()).isFalse();
            assertThat(left).doesNotExist();
            assertThatThrownBy(earlier::requireBuckets).isInstanceOf(SdkClientException.class);
        }
    }

    /** Starts a server, prints its URL, and never stops it. */
    static final class ServerOwner {
        private ServerOwner() {}

        public static void main(String[] args) throws Exception {
            System.out.println(LocalS3Server.start(Path.of(args[0])).endpoint());
            new CountDownLatch(1).await();
        }
    }

    @Test
    void aRunThatCannotReadAnythingEndsWithItsReason() throws Exception {
        Path routes = Files.writeString(
                home.resolve("denied.yaml"),
                """
                - route:
                    id: s3-inbox
                    from:
                      uri: "aws2-s3:{{s3.inbox}}?includeBody=false&deleteAfterRead=false&initialDelay=0&delay=50"
                      steps:
                        - throwException:
                            exceptionType: java.io.IOException
                            message: access denied
                """);
        try (S3Fixture s3 = new S3Fixture(home, server.endpoint())) {
            s3.put("a.txt", "delivery");

            assertThat(s3.with("camel.main.routes-include-pattern", "file:" + routes)
                            .run())
                    .isFalse();

            assertThat(s3.console()).contains("The documents cannot be read: access denied");
            assertThat(s3.inbox()).containsExactly("a.txt");
        }
    }

    @Test
    void aBucketOfResultsThatMustNotBeWrittenEndsTheRunWithItsReasonAndTheNextOneStoresTheResult() throws Exception {
        try (S3Fixture s3 = new S3Fixture(home, server.endpoint());
                RejectingS3Proxy refusing =
                        new RejectingS3Proxy(server.endpoint(), refused("PUT", "/results-"), Integer.MAX_VALUE)) {
            s3.put("a.txt", "delivery");
            s3.with("docproc.pollAfter", "50").with("s3.endpoint", refusing.endpoint());

            assertThat(s3.run()).isFalse();

            assertThat(s3.console()).contains("The results cannot be stored: ", "403");
            assertThat(s3.results()).isEmpty();

            assertThat(s3.with("s3.endpoint", server.endpoint().toString()).run())
                    .as(s3.console())
                    .isTrue();
            assertThat(s3.results()).containsExactly("a.txt.json");
            assertThat(s3.submitted()).containsExactly("a.txt");
        }
    }

    @Test
    void aBucketThatIsNotThereEndsTheRunWithItsReason() throws Exception {
        try (S3Fixture s3 = new S3Fixture(home, server.endpoint())) {
            s3.with("s3.results", "elsewhere");

            assertThat(s3.run()).isFalse();

            assertThat(s3.console()).contains("The buckets cannot be used", "bucket does not exist");
        }
    }

    @Test
    void aRunDoesNotStartWhereAnotherProgramHasThePortOfItsCallbacks() throws Exception {
        try (S3Fixture s3 = new S3Fixture(home, server.endpoint());
                ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            s3.with("docproc.port", String.valueOf(other.getLocalPort()));
            s3.put("a.txt", "delivery");

            assertThatThrownBy(s3::run)
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessageContaining("docproc.port is " + other.getLocalPort());

            assertThat(s3.inbox()).containsExactly("a.txt");
        }
    }

    @Test
    void anUnknownServerEndsTheRunWithItsReason() throws Exception {
        try (S3Fixture s3 = new S3Fixture(home, server.endpoint())) {
            s3.with("s3.endpoint", "http://127.0.0.1:" + LocalPort.free());

            assertThat(s3.run()).isFalse();

            assertThat(s3.console()).contains("The buckets cannot be used");
        }
    }
}
