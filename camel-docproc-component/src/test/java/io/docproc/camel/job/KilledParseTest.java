/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.result.JdbcResultRepository;
import io.docproc.camel.result.ResultRepository;
import io.docproc.camel.testkit.ChildProcess;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.SkippedWaits;
import io.docproc.camel.testkit.TestContexts;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A job whose process is killed while {@code parse} waits for it. */
@Timeout(120)
class KilledParseTest {
    private static final String SUBMIT = "/api/v1/xparse/parse/async";
    private static final String STATUS = SUBMIT + "/job-1";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @TempDir
    Path directory;

    private static ResultRepository repository(String kind, Path directory) {
        return kind.equals("folder")
                ? new FileResultRepository(directory.resolve("results"))
                : new JdbcResultRepository(
                        "jdbc:h2:" + directory.resolve("results") + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE");
    }

    /** Parses a document, says when its job is stored, and never polls if its clock stands still. */
    static final class Application {
        private Application() {}

        public static void main(String[] arguments) throws Exception {
            DefaultCamelContext context = TestContexts.create();
            if (arguments[2].equals("before")) {
                SkippedWaits.stopClock(context);
            }
            DocprocComponent component = new DocprocComponent();
            ServiceDouble.configure(component.getConfiguration(), arguments[3]);
            component.setResultRepository(reporting(repository(arguments[0], Path.of(arguments[1]))));
            context.addComponent("docproc", component);
            context.start();
            context.createProducerTemplate().requestBody("docproc:parse", Replies.DOCUMENT);
        }

        private static ResultRepository reporting(ResultRepository repository) {
            Class<?> type = ResultRepository.class;
            return (ResultRepository)
                    Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, values) -> {
                        Object result = method.invoke(repository, values);
                        if (method.getName().equals("store")) {
                            System.out.println("stored");
                            System.out.flush();
                        }
                        return result;
                    });
        }
    }

    private int requests(String path) {
        return service.server()
                .findAll(WireMock.anyRequestedFor(WireMock.urlEqualTo(path)))
                .size();
    }

    @ParameterizedTest
    @CsvSource({"folder,before", "folder,after", "database,before", "database,after"})
    @CoversFault(96)
    void theJobIsResumedAndSubmittedOnce(String kind, String firstPoll) throws Exception {
        service.respondWith(SUBMIT, "{\"code\":200,\"data\":{\"job_id\":\"job-1\"}}");
        service.respondWith(STATUS, "{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"status\":\"in_progress\"}}");
        service.respondWith("/results/1", "{\"markdown\":\"# A\"}");
        String url = service.address();
        try (ChildProcess application =
                new ChildProcess(Application.class, kind, directory.toString(), firstPoll, url)) {
            assertThat(application.readsLine("stored")).isTrue();
            if (firstPoll.equals("after")) {
                await().until(() -> requests(STATUS) > 0);
            }
            application.kill();
        }
        assertThat(requests(STATUS) == 0).isEqualTo(firstPoll.equals("before"));
        service.respondWith(
                STATUS,
                "{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"status\":\"completed\",\"result_url\":\"" + url
                        + "/results/1\"}}");

        Replies.configure(service, component -> component.setResultRepository(repository(kind, directory)));

        assertThat(service.call("docproc:parse?output=markdown").getBody(String.class))
                .isEqualTo("# A");
        assertThat(requests(SUBMIT)).isEqualTo(1);
    }

    private static final String PATH = "/docproc/completions";

    private static final Instant LONG_AGO = Instant.parse("2026-03-01T12:00:00Z");

    /** Submits jobs and completes every fifth one. Prints each step after it is done, until the process is killed. */
    static final class Writer {
        private Writer() {}

        public static void main(String[] arguments) {
            JobRepository repository = new JdbcJobRepository(arguments[0]);
            repository.start();
            for (int number = 0; ; number++) {
                String id = "job-" + number;
                repository.submitted(new SubmittedJob(id, "doc of " + id, PATH, LONG_AGO, 0));
                print("submitted " + id);
                if (number % 5 == 0) {
                    print("completing " + id);
                    repository.completed(id, Instant.now());
                    print("completed " + id);
                }
            }
        }

        private static void print(String line) {
            System.out.println(line);
            System.out.flush();
        }
    }

    /** The default write delay of H2 loses the last half second, which is hundreds of jobs. */
    @CoversFault(61)
    @Test
    void everyJobThatWasAcknowledgedIsThereAfterAKill() throws Exception {
        String url = url();
        assertThat(openJobs(url)).as("the database exists before").isEmpty();
        List<String> lines = new ArrayList<>();
        try (ChildProcess writer = new ChildProcess(Writer.class, url)) {
            for (int line = 0; line < 500; line++) {
                lines.add(writer.nextLine());
            }
            writer.kill();
            lines.addAll(writer.lastLines());
        }
        Set<String> expected = jobs(lines, "submitted");
        expected.removeAll(jobs(lines, "completing"));

        Set<String> found =
                await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> openJobs(url), Objects::nonNull);

        assertThat(expected).hasSizeGreaterThan(20);
        assertThat(found).containsAll(expected).doesNotContainAnyElementsOf(jobs(lines, "completed"));
        assertThat(found.size())
                .as("one job may have been stored and not been printed yet")
                .isLessThanOrEqualTo(expected.size() + 2);
    }

    private String url() {
        return "jdbc:h2:" + directory.resolve("jobs") + ";WRITE_DELAY=0;DB_CLOSE_ON_EXIT=FALSE";
    }

    private static Set<String> openJobs(String url) {
        JobRepository repository = new JdbcJobRepository(url);
        repository.start();
        Set<String> jobs = new HashSet<>();
        repository
                .overdue(PATH, LONG_AGO.plusSeconds(1), Instant.now(), 1_000_000)
                .forEach(job -> jobs.add(job.jobId()));
        repository.stop();
        return jobs;
    }

    private static Set<String> jobs(List<String> lines, String step) {
        return lines.stream()
                .filter(line -> line.startsWith(step + " job-"))
                .map(line -> line.substring(step.length() + 1))
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Stores jobs while the shutdown hook of H2 runs, as routes do until Camel's hook has stopped them. */
    static final class Stopping {
        private static final int JOBS = 4_000;

        private Stopping() {}

        public static void main(String[] arguments) throws Exception {
            JobRepository repository = new JdbcJobRepository(arguments[0]);
            repository.start();
            CountDownLatch half = new CountDownLatch(JOBS / 2);
            Thread routes = new Thread(() -> IntStream.range(0, JOBS).parallel().forEach(number -> {
                try {
                    repository.submitted(new SubmittedJob("job-" + number, "", PATH, LONG_AGO, 0));
                } catch (IllegalStateException e) {
                    System.out.println(e);
                }
                half.countDown();
            }));
            routes.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> {
                try {
                    routes.join();
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
                repository.stop();
            }));
            half.await();
            System.exit(0);
        }
    }

    @Test
    void jobsOfRoutesThatCompleteDuringTheStopOfTheProcessAreStored() throws Exception {
        String url = url();
        try (ChildProcess process = new ChildProcess(Stopping.class, url)) {
            assertThat(process.lastLines()).isEmpty();
        }

        assertThat(openJobs(url)).hasSize(Stopping.JOBS);
    }
}
