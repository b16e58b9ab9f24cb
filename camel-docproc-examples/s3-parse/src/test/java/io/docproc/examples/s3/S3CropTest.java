/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.docproc.examples.support.RotatingValueSource;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import io.docproc.local.fault.FaultDefinition;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.apache.camel.main.Main;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** The route that crops the photos of a bucket. */
class S3CropTest extends WithS3Server {
    private static final Path PHOTO = Path.of("../shared/samples/photos/receipt-on-desk.bmp");
    private static final String KEY = "2026/receipt.bmp";

    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final String unique = UUID.randomUUID().toString();
    private final String photos = "photos-" + unique;
    private final String done = "done-" + unique;
    private final String pages = "pages-" + unique;
    private final String failed = "failed-" + unique;
    private final Main application = new Main();
    private S3Client s3;
    private LocalService service;

    @BeforeEach
    void makeBuckets() {
        s3 = S3Fixture.client(server.endpoint());
        List.of(photos, done, pages, failed).forEach(bucket -> s3.createBucket(it -> it.bucket(bucket)));
        s3.putObject(it -> it.bucket(photos).key(KEY), PHOTO);
    }

    private void start(String dsl, String... faults) throws IOException {
        service = new LocalService(new LocalServiceOptions()
                        .port(0)
                        .temporaryFolder(home)
                        .callLines(calls::add)
                        .faults(Stream.of(faults).map(FaultDefinition::parse).toList()))
                .start();
        application.configure().setRoutesIncludePattern("classpath:s3-crop/s3-crop.camel." + dsl);
        application.bind("s3", s3);
        Map.of(
                        "s3.photos",
                        photos,
                        "s3.photosDone",
                        done,
                        "s3.pages",
                        pages,
                        "s3.photosFailed",
                        failed,
                        "camel.component.docproc.base-url",
                        service.baseUrl(),
                        "camel.component.docproc.app-id",
                        "local-app",
                        "camel.component.docproc.secret-code",
                        "local-secret")
                .forEach(application::addProperty);
        application.addProperty("camel.component.docproc.outage-timeout", "1d");
        application.start();
    }

    @AfterEach
    void stop() {
        application.stop();
        service.close();
        s3.close();
    }

    private List<String> keys(String bucket) {
        return s3.listObjectsV2(it -> it.bucket(bucket)).contents().stream()
                .map(S3Object::key)
                .toList();
    }

    /** Waits until the consumer has moved the original. */
    private void awaitEmptyBucket() {
        await().until(() -> keys(photos).isEmpty());
    }

    @ParameterizedTest
    @RotatingValueSource({"yaml", "xml"})
    void thePageHasTheKeyOfItsPhotoAndTheOriginalIsMoved(String dsl) throws Exception {
        start(dsl);

        awaitEmptyBucket();

        assertThat(keys(pages)).containsExactly(KEY + ".0.jpg");
        assertThat(keys(done)).containsExactly(KEY);
        assertThat(keys(failed)).isEmpty();
        assertThat(calls).hasSize(1);
    }

    @ParameterizedTest
    @RotatingValueSource({"yaml", "xml"})
    void aRejectedPhotoIsCopiedAndNotSentAgain(String dsl) throws Exception {
        start(dsl, "operation=crop,kind=code,code=40422");

        awaitEmptyBucket();

        assertThat(keys(failed)).containsExactly(KEY);
        assertThat(keys(pages)).isEmpty();
        assertThat(calls).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({"yaml, 40102", "xml, 50011"})
    void aPhotoStaysInItsBucketDuringAnOutage(String dsl, int code) throws Exception {
        start(dsl, "operation=crop,kind=code,times=1,code=" + code);

        awaitEmptyBucket();

        assertThat(keys(failed)).isEmpty();
        assertThat(keys(pages)).containsExactly(KEY + ".0.jpg");
        assertThat(calls).hasSize(2);
    }

    @ParameterizedTest
    @RotatingValueSource({"yaml", "xml"})
    void aPhotoWhosePageCannotBeStoredIsBilledOnce(String dsl) throws Exception {
        s3.deleteBucket(it -> it.bucket(pages));
        start(dsl);

        awaitEmptyBucket();

        assertThat(keys(failed)).containsExactly(KEY);
        assertThat(calls).hasSize(1);
    }
}
