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
import io.docproc.camel.testkit.StoppedClock;
import io.docproc.camel.testkit.Stubs;
import io.docproc.camel.testkit.TestContexts;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import org.apache.camel.impl.DefaultCamelContext;
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
                StoppedClock.install(context);
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
        service.server().stubFor(Stubs.ok(SUBMIT, "{\"code\":200,\"data\":{\"job_id\":\"job-1\"}}"));
        service.server()
                .stubFor(Stubs.ok(STATUS, "{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"status\":\"in_progress\"}}"));
        service.server().stubFor(Stubs.ok("/results/1", "{\"markdown\":\"# A\"}"));
        String url = service.server().baseUrl();
        try (ChildProcess application =
                new ChildProcess(Application.class, kind, directory.toString(), firstPoll, url)) {
            assertThat(application.readsLine("stored")).isTrue();
            if (firstPoll.equals("after")) {
                await().until(() -> requests(STATUS) > 0);
            }
            application.kill();
        }
        assertThat(requests(STATUS) == 0).isEqualTo(firstPoll.equals("before"));
        service.server()
                .stubFor(Stubs.ok(
                        STATUS,
                        "{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"status\":\"completed\",\"result_url\":\"" + url
                                + "/results/1\"}}"));

        Replies.configure(service, component -> component.setResultRepository(repository(kind, directory)));

        assertThat(service.call("docproc:parse?output=markdown", Replies.DOCUMENT)
                        .getBody(String.class))
                .isEqualTo("# A");
        assertThat(requests(SUBMIT)).isEqualTo(1);
    }
}
