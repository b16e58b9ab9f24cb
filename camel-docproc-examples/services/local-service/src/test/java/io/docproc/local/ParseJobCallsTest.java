/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static io.docproc.local.RunningService.JOBS;
import static io.docproc.local.RunningService.PARSE_ASYNC;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asynchronous parse without webhook. */
class ParseJobCallsTest {
    @TempDir
    Path temp;

    @Test
    void theResultUrlOfACompletedJobRequiresNoCredentials() throws Exception {
        try (RunningService service = RunningService.echoing(temp, new LocalServiceOptions())) {
            String id = service.submit(new ParseForm().file("报告 1.txt", "Hello").config("{\"scope\":{}}"));

            JsonNode status = service.awaitTerminal(id);

            assertThat(status.path("code").asInt()).isEqualTo(200);
            assertThat(status.at("/data/status").asText()).isEqualTo("completed");
            assertThat(status.at("/data/job_id").asText()).isEqualTo(id);
            assertThat(status.at("/data/file_id").asText()).hasSize(32);
            assertThat(status.at("/data/message").isMissingNode()).isTrue();
            JsonNode result = service.send(service.request(path(status))).json();
            assertThat(result.path("code").asInt()).isEqualTo(200);
            assertThat(result.at("/data/markdown").asText()).isEqualTo("Hello");
            assertThat(result.at("/data/file_name").asText()).isEqualTo("报告 1.txt");
            assertThat(result.at("/data/config/scope").isObject()).isTrue();
            assertThat(result.at("/data/job_id").asText()).isEqualTo(id);
        }
    }

    @Test
    void anUnexpectedExceptionFailsOnlyItsJob() throws Exception {
        try (RunningService service = RunningService.echoing(temp, new LocalServiceOptions())) {
            String broken = service.submit(new ParseForm().file("a.bin", FakeProcessors.CRASHING));
            String well = service.submit(new ParseForm().file("b.txt", "Hello"));

            assertThat(service.awaitTerminal(broken).at("/data/message").asText())
                    .isEqualTo("500 internal server error");
            assertThat(service.awaitTerminal(well).at("/data/status").asText()).isEqualTo("completed");
        }
    }

    @Test
    void uploadsAreDeletedAfterParsingAndResultsWhenTheServiceStops() throws Exception {
        try (RunningService service = RunningService.echoing(temp, new LocalServiceOptions())) {
            service.awaitTerminal(service.submit(new ParseForm().file("a.txt", "Hello")));

            assertThat(service.temporaryFiles())
                    .singleElement()
                    .satisfies(result -> assertThat(result).content().startsWith("{"));
        }
        assertThat(temp).isEmptyDirectory();
    }

    @Test
    void anInvalidConfigIsRejectedWithoutAJob() throws Exception {
        try (RunningService service = RunningService.echoing(temp, new LocalServiceOptions())) {
            RunningService.Response reply = service.post(
                    PARSE_ASYNC,
                    ParseForm.CONTENT_TYPE,
                    new ParseForm()
                            .file("a.txt", "Hello")
                            .config("{\"capabilities\":{\"table_view\":\"picture\"}}")
                            .body());

            assertThat(reply.code()).isEqualTo(40004);
            assertThat(reply.json().path("message").asText()).contains("capabilities.table_view", "html, markdown");
            assertThat(service.calls("parseAsync").at("/billed/package_calls").asInt())
                    .isZero();
        }
    }

    @Test
    void theListOfJobsHasTheirTimelines() throws Exception {
        MutableClock clock = new MutableClock();
        try (RunningService service = RunningService.echoing(temp, new LocalServiceOptions().clock(clock))) {
            JsonNode status = service.awaitTerminal(service.submit(new ParseForm().file("a.txt", "Hello")));
            service.get(path(status));

            JsonNode job = service.get(JOBS).json().path(0);

            assertThat(job.path("file_name").asText()).isEqualTo("a.txt");
            List<String> events = job.path("timeline").findValuesAsText("event");
            assertThat(events).contains("polled").endsWith("fetched");
            // A job starts after the response with its id, and may be polled before.
            assertThat(events)
                    .filteredOn(event -> !event.equals("polled"))
                    .containsExactly("submitted", "started", "finished", "fetched");
            assertThat(job.at("/timeline/0/at").asText())
                    .isEqualTo(clock.instant().toString());
        }
    }

    @Test
    void aProtectedPdfIsParsedInTheBackgroundWithItsPassword() throws Exception {
        Path pdf = new SmallFiles(temp).protectedPdf("secret.pdf", "open sesame", "Invoice no. 7");
        try (RunningService service = RunningService.real(Files.createDirectory(temp.resolve("service")))) {
            byte[] document = Files.readAllBytes(pdf);
            String without = service.submit(new ParseForm().file("secret.pdf", document));
            String with = service.submit(new ParseForm()
                    .file("secret.pdf", document)
                    .config("{\"document\":{\"password\":\"open sesame\"},\"capabilities\":{\"pages\":true}}"));

            assertThat(service.awaitTerminal(without).at("/data/message").asText())
                    .startsWith("40423");
            JsonNode data =
                    service.get(path(service.awaitTerminal(with))).json().path("data");
            assertThat(data.path("markdown").asText()).contains("Invoice no. 7");
            assertThat(data.path("pages")).hasSize(1);
            assertThat(data.at("/elements/0/coordinates")).hasSize(8);
        }
    }

    private static String path(JsonNode status) {
        return URI.create(status.at("/data/result_url").asText()).getPath();
    }
}
