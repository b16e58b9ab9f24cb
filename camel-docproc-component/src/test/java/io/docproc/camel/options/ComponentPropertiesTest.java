/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.job.JobRepository;
import io.docproc.camel.job.SubmittedJob;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.result.ResultKey;
import io.docproc.camel.result.ResultRepository;
import io.docproc.camel.testkit.CapturedLog;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.main.Main;
import org.apache.camel.support.ExceptionHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Configuration of the component by application properties. */
class ComponentPropertiesTest {
    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    private Path directory;

    private final Main main = new Main();

    @AfterEach
    void stopMain() {
        main.stop();
    }

    @Test
    void componentPropertiesAreAppliedToCalls() throws Exception {
        service.respondWith("{\"code\":200,\"data\":{\"balance\":1}}");
        Map<String, String> properties = new HashMap<>(Map.of(
                "base-url", service.address() + "/x",
                "app-id", "from-properties",
                "secret-code", "{{the.secret}}",
                "parse-service", "other",
                "connect-timeout", "3s",
                "max-concurrent-requests", "2",
                "requests-per-second", "0",
                "rate-limit-cooldown", "1m",
                "http-options[userAgent]", "mine"));
        properties.put("enterprise-id", "e-1");
        main.addInitialProperty("the.secret", "a+b&c");
        properties.forEach((name, value) -> main.addInitialProperty("camel.component.docproc." + name, value));
        main.start();

        main.getCamelTemplate().requestBody("docproc:balance", (Object) null);

        assertThat(service.url()).isEqualTo("/x/user/finance/balance");
        assertThat(service.onlyRequest().getHeader("x-ti-app-id")).isEqualTo("from-properties");
        assertThat(service.onlyRequest().getHeader("x-ti-secret-code")).isEqualTo("a+b&c");
        assertThat(service.onlyRequest().getHeader("x-ti-enterprise-id")).isEqualTo("e-1");
        assertThat(service.onlyRequest().getHeader("User-Agent")).isEqualTo("mine");
        DocprocComponent component = main.getCamelContext().getComponent("docproc", DocprocComponent.class);
        assertThat(component.getConfiguration().getConnectTimeout()).isEqualTo(3_000);
        assertThat(component.getConfiguration().getParseService()).isEqualTo("other");
        assertThat(component.getRateLimitCooldown()).isEqualTo(60_000);
    }

    /** A properties file keeps the quotation marks of a value, and Camel Main does not resolve ${…}. */
    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '|',
            value = {
                "secret-code,\"q4z9\",secretCode,q4z9",
                "secret-code,'q4z9',secretCode,q4z9",
                "app-id,\"q4z9\",appId,q4z9",
                "secret-code,${Q4Z9},secretCode,Q4Z9"
            })
    void credentialsWithQuotationMarksAreRefusedAtStart(String key, String text, String option, String content)
            throws Exception {
        Map<String, String> properties =
                new HashMap<>(Map.of("base-url", service.address(), "app-id", "app", "secret-code", "s"));
        properties.put(key, text);
        properties.forEach((name, value) -> main.addInitialProperty("camel.component.docproc." + name, value));
        main.configure().addRoutesBuilder(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:balance").to("docproc:balance");
            }
        });

        assertThatThrownBy(main::start)
                .hasStackTraceContaining("Option " + option + " ")
                .hasStackTraceContaining("; allowed is the value alone")
                .satisfies(failure ->
                        assertThat(ExceptionHelper.stackTraceToString(failure)).doesNotContain(content));
        service.assertNothingSent();
    }

    /** Camel converts such a text to zero, which would mean no limit. */
    @ParameterizedTest
    @CsvSource({
        "call-timeout,5x,callTimeout,a duration such as 5s",
        "callTimeout,abc,callTimeout,a duration such as 5s",
        "permit-timeout,ten,permitTimeout,a duration such as 5s",
        "callback-ttl,week,callbackTtl,a duration such as 5s",
        "rate-limit-cooldown,abc,rateLimitCooldown,a duration such as 5s",
        "outage-timeout,soon,outageTimeout,a duration such as 5s",
        "maxConcurrentRequests,some,maxConcurrentRequests,a whole number such as 5"
    })
    void aTextThatIsNotOfTheTypeOfItsOptionIsRefused(String key, String text, String option, String allowed) {
        main.addInitialProperty("camel.component.docproc." + key, text);

        assertThatThrownBy(main::start)
                .hasStackTraceContaining("Option " + option + " of the component docproc is '" + text + "'; allowed is")
                .hasStackTraceContaining(allowed);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -3})
    void oneCallAtLeastMayBeSentAtATime(int maximum) {
        assertThatThrownBy(() -> startWith("max-concurrent-requests", String.valueOf(maximum)))
                .hasStackTraceContaining(
                        "Option maxConcurrentRequests is " + maximum + "; allowed is a number from 1 up");
    }

    private DocprocComponent startWith(String option, String text) throws Exception {
        main.addInitialProperty("camel.component.docproc.base-url", service.address());
        main.addInitialProperty("the.password", "s3cr3t");
        main.addInitialProperty(
                "camel.component.docproc." + option,
                text.replace("DIR", directory.toString())
                        .replace("URL", directory.toUri().getRawPath()));
        main.start();
        return main.getCamelContext().getComponent("docproc", DocprocComponent.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "DIR/data/results                                                  | FileResultRepository",
                "file:DIR/results                                                  | FileResultRepository",
                "file://DIR/results                                                | FileResultRepository",
                "file:DIR/of invoices/results                                      | FileResultRepository",
                "file://URL/of%20invoices/results                                  | FileResultRepository",
                "jdbc:h2:DIR/results;USER=sa;PASSWORD={{the.password}};WRITE_DELAY=0 | JdbcResultRepository",
                "jdbc:h2:mem:of-properties                                         | JdbcResultRepository",
                "#class:io.docproc.camel.result.FileResultRepository('DIR/results') | FileResultRepository",
                "#bean:mine                                                        | FileResultRepository"
            })
    void aTextIsAResultRepository(String text, String type) throws Exception {
        main.bind("mine", new FileResultRepository(directory.resolve("results")));

        ResultRepository repository = startWith("result-repository", text).getResultRepository();

        assertThat(repository.getClass().getSimpleName()).isEqualTo(type);
        ResultKey key = new ResultKey("0".repeat(64));
        repository.store(key, new ByteArrayInputStream(new byte[3]), 3);
        assertThat(repository.find(key)).hasValueSatisfying(in -> assertThat(in).hasBinaryContent(new byte[3]));
        assertThat(Stream.of("data/results", "of invoices/results", "results", "results.mv.db")
                        .anyMatch(name -> Files.exists(directory.resolve(name))))
                .isEqualTo(!text.contains("mem:"));
    }

    @Test
    void aTextIsAJobRepository() throws Exception {
        JobRepository repository =
                startWith("job-repository", "jdbc:h2:DIR/jobs;WRITE_DELAY=0").getJobRepository();

        repository.submitted(new SubmittedJob("j-1", "a.pdf", "/path", Instant.EPOCH, 0));
        assertThat(repository.size()).isEqualTo(1);
        assertThat(directory.resolve("jobs.mv.db")).exists();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "result-repository | /dev/null/results | The folder /dev/null/results of the result repository cannot be created",
                "result-repository | jdbc:unknown://u:s3cr3t@host/db | No JDBC driver on the class path accepts a URL that begins with jdbc:unknown;",
                "result-repository | postgresql://u:s3cr3t@host/db | The configured text is not a JDBC URL",
                "result-repository | '' | value is empty",
                "job-repository | data/s3cr3t | The configured text is not a JDBC URL",
                "job-repository | jdbc:h2:DIR/jobs;NONE=1;PASSWORD=s3cr3t | NONE",
                "result-repository | jdbc:h2:mem:r;INIT=BROKEN s3cr3t;PASSWORD=s3cr3t | BROKEN xxxxxx",
                "result-repository | jdbc:h2:tcp://localhost:1/r;PASSWORD=s3cr3t | localhost:1",
                "result-repository | jdbc:h2:DIR/r;WRITE_DELAY=500 | The H2 database of the result repository has a WRITE_DELAY of 500 ms"
            })
    void aRepositoryThatCannotBeOpenedFailsTheStartWithoutItsPassword(String option, String text, String message) {
        try (CapturedLog log = new CapturedLog()) {
            assertThatThrownBy(() -> startWith(option, text))
                    .hasStackTraceContaining(message)
                    .satisfies(failure -> assertThat(ExceptionHelper.stackTraceToString(failure))
                            .doesNotContain("s3cr3t"));
            assertThat(log.text()).doesNotContain("s3cr3t");
        }
    }
}
