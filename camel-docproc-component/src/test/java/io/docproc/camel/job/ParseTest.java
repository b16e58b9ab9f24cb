/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.client.MappingBuilder;
import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.Fault;
import com.github.tomakehurst.wiremock.stubbing.Scenario;
import io.docproc.camel.ComponentInternals;
import io.docproc.camel.DocprocComponent;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.DocprocJobException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.DocprocTransportException;
import io.docproc.camel.error.DocprocUnansweredException;
import io.docproc.camel.result.FileResultRepository;
import io.docproc.camel.result.JdbcResultRepository;
import io.docproc.camel.result.ResultRepository;
import io.docproc.camel.testkit.MemoryDatabase;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.SkippedWaits;
import io.docproc.camel.testkit.Stubs;
import io.docproc.camel.testkit.TestContexts;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A job in one step: {@code parse} submits a document, polls its job, and downloads its result. */
@Timeout(60)
class ParseTest {
    private static final String SUBMIT = "/api/v1/xparse/parse/async";
    private static final String STATUS = SUBMIT + "/job-1";
    private static final String RESULT = "/results/1";
    private static final String DOCUMENT =
            "{\"markdown\":\"# A\",\"elements\":[{\"page_number\":1,\"text\":\"A\"}],\"pages\":[{\"page_number\":1}]}";
    private static final String ENVELOPE = "{\"code\":200,\"x_request_id\":\"r-1\",\"data\":" + DOCUMENT + "}";
    private static final String RUNNING = "{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"status\":\"in_progress\"}}";
    private static final String FAILED =
            "{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"status\":\"failed\",\"message\":\"damaged\"}}";
    private static final String UNKNOWN = "{\"code\":404,\"message\":\"no such job\"}";

    private final SkippedWaits clock = new SkippedWaits();

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble(clock::context);

    @TempDir
    Path directory;

    private final String database = MemoryDatabase.newUrl();

    /** Where the ids of jobs are. */
    private enum Store {
        PROCESS,
        FOLDER,
        DATABASE
    }

    @BeforeEach
    void acceptDocuments() {
        respond(SUBMIT, "{\"code\":200,\"message\":\"success\",\"data\":{\"job_id\":\"job-1\"}}");
        statusIs(completed());
        respond(RESULT, ENVELOPE);
    }

    private void respond(String path, String json) {
        service.respondWith(path, json);
    }

    /** The last response is repeated. */
    private void respondInOrder(String path, ResponseDefinitionBuilder... responses) {
        for (int i = 0; i < responses.length; i++) {
            service.server()
                    .stubFor(get(urlEqualTo(path))
                            .inScenario(path)
                            .whenScenarioStateIs(i == 0 ? Scenario.STARTED : "response " + i)
                            .willSetStateTo("response " + Math.min(i + 1, responses.length - 1))
                            .willReturn(responses[i]));
        }
    }

    private void statusIs(String json) {
        respond(STATUS, json);
    }

    private String completed() {
        return completed(service.address() + RESULT);
    }

    private static String completed(String url) {
        return "{\"code\":200,\"data\":{\"job_id\":\"job-1\",\"status\":\"completed\",\"result_url\":\"" + url + "\"}}";
    }

    private Optional<ResultRepository> repository(Store store) {
        return switch (store) {
            case PROCESS -> Optional.empty();
            case FOLDER -> Optional.of(new FileResultRepository(directory.resolve("results")));
            case DATABASE -> Optional.of(new JdbcResultRepository(database));
        };
    }

    private void storeIn(Store store) {
        Replies.configure(service, component -> repository(store).ifPresent(component::setResultRepository));
    }

    private List<String> requests() {
        List<String> requests = new ArrayList<>();
        service.server()
                .getAllServeEvents()
                .forEach(event -> requests.add(
                        0,
                        event.getRequest().getMethod() + " "
                                + event.getRequest().getUrl()));
        return requests;
    }

    private int submissions() {
        return (int) requests().stream().filter(("POST " + SUBMIT)::equals).count();
    }

    private int polls() {
        return (int) requests().stream().filter(("GET " + STATUS)::equals).count();
    }

    @Test
    void theResultOfTheJobIsTheBody() {
        Message result = service.call("docproc:parse", Replies.DOCUMENT, Map.of("CamelFileName", "a.pdf"));

        assertThat(result.getBody(String.class)).isEqualTo(DOCUMENT);
        assertThat(result.getHeader(Exchange.CONTENT_TYPE)).isEqualTo("application/json");
        assertThat(result.getHeader(DocprocConstants.JOB_ID)).isEqualTo("job-1");
        assertThat(result.getHeader(DocprocConstants.STATUS)).isEqualTo("completed");
        assertThat(result.getHeader(DocprocConstants.REQUEST_ID)).isEqualTo("r-1");
        assertThat(result.getHeader(DocprocConstants.BILLED)).isEqualTo(true);
        assertThat(requests()).containsExactly("POST " + SUBMIT, "GET " + STATUS, "GET " + RESULT);
    }

    /** The status requests of a job, and the times at which the job is polled. */
    @ParameterizedTest
    @CsvSource({"2,1", "3,2", "30,4", "60,5", "600,23", "3600,123"})
    void aJobIsPolledAfterTwoSecondsAndThenWithBackoffToThirty(int seconds, int requests) {
        List<Long> times = new ArrayList<>();
        statusIs(RUNNING);
        clock.afterEachWait(time -> {
            times.add(time.toSeconds());
            if (time.toSeconds() >= seconds) {
                statusIs(completed());
            }
        });

        service.call("docproc:parse");

        assertThat(polls()).isEqualTo(requests);
        List<Long> first = List.of(2L, 6L, 14L, 30L, 60L, 90L);
        assertThat(times).startsWith(first.subList(0, Math.min(requests, 6)).toArray(Long[]::new));
    }

    @ParameterizedTest
    @EnumSource
    void aDocumentWhoseLaterStepFailsIsBilledOnce(Store store) throws Exception {
        storeIn(store);
        int[] failures = {2};
        service.route(routes -> routes.from("direct:in").to("docproc:parse").process(exchange -> {
            if (failures[0]-- > 0) {
                throw new IOException("a later step fails");
            }
        }));

        for (int message = 0; message < 2; message++) {
            assertThat(service.send("direct:in").getException()).isInstanceOf(IOException.class);
        }
        Message result = service.call("direct:in");

        assertThat(result.getBody(String.class)).isEqualTo(DOCUMENT);
        assertThat(result.getHeader(DocprocConstants.BILLED)).isEqualTo(false);
        assertThat(submissions()).isEqualTo(1);
        assertThat(polls()).as("a known job is polled at once").isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void aFailedJobIsSubmittedAgainUpToTheNumberOfUnansweredCalls(Store store) {
        storeIn(store);
        statusIs(FAILED);

        for (int message = 1; message <= 3; message++) {
            DocprocJobException failure = service.failure(DocprocJobException.class, "docproc:parse");
            assertThat(failure.getJobId()).isEqualTo("job-1");
            assertThat(failure.getStatus()).isEqualTo("failed");
            assertThat(failure.isRetryable()).isFalse();
            assertThat(failure).hasMessageContaining("damaged");
            assertThat(submissions()).isEqualTo(message);
        }

        service.failure(DocprocUnansweredException.class, "docproc:parse");
        assertThat(submissions()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void aFailedJobThatAnotherMessageHasReplacedDoesNotRemoveItsSuccessor(Store store) throws Exception {
        storeIn(store);
        service.route(
                routes -> routes.from("direct:failing").to("docproc:parse").process(exchange -> {
                    throw new IOException("a later step fails");
                }));
        service.send("direct:failing");
        statusIs(RUNNING);
        clock.afterEachWait(time -> {
            clock.afterEachWait(later -> {});
            statusIs(FAILED);
            service.failure(DocprocJobException.class, "docproc:parse");
            respond(SUBMIT, "{\"code\":200,\"data\":{\"job_id\":\"job-2\"}}");
            respond(SUBMIT + "/job-2", completed().replace("job-1", "job-2"));
            service.send("direct:failing");
        });

        assertThat(service.failure(DocprocJobException.class, "docproc:parse").getJobId())
                .isEqualTo("job-1");

        Message result = service.call("docproc:parse");
        assertThat(result.getHeader(DocprocConstants.JOB_ID)).isEqualTo("job-2");
        assertThat(result.getHeader(DocprocConstants.BILLED)).isEqualTo(false);
        assertThat(submissions()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void anUnknownJobIsSubmittedAgain(Store store) {
        storeIn(store);
        statusIs(UNKNOWN);
        DocprocJobException failure = service.failure(DocprocJobException.class, "docproc:parse");

        assertThat(failure).hasMessageContaining("does not have parse job job-1");
        assertThat(failure.getCode()).isEqualTo(404);
        statusIs(completed());
        assertThat(service.call("docproc:parse").getHeader(DocprocConstants.BILLED))
                .isEqualTo(true);
        assertThat(submissions()).isEqualTo(2);
    }

    @ParameterizedTest
    @EnumSource
    void aJobOrAResultThatIsNotThereYetIsNotBilledAgain(Store store) {
        storeIn(store);
        respondInOrder(
                STATUS,
                aResponse().withBody(UNKNOWN),
                aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER),
                aResponse().withBody(completed()));
        respondInOrder(
                RESULT,
                aResponse().withStatus(404).withBody("<html>"),
                aResponse().withStatus(404),
                aResponse().withBody(ENVELOPE));

        assertThat(service.call("docproc:parse").getBody(String.class)).isEqualTo(DOCUMENT);

        assertThat(submissions()).isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void aJobThatHasNotCompletedByCallTimeoutIsContinued(Store store) {
        Replies.configure(service, component -> {
            component.getConfiguration().setCallTimeout(Duration.ofMinutes(10).toMillis());
            repository(store).ifPresent(component::setResultRepository);
        });
        statusIs(RUNNING);

        DocprocJobException failure = service.failure(DocprocJobException.class, "docproc:parse");

        assertThat(failure.getJobId()).isEqualTo("job-1");
        assertThat(failure.getStatus()).isEqualTo("in_progress");
        assertThat(failure.isRetryable()).isTrue();
        assertThat(failure).hasMessageContaining("callTimeout, 600000 ms");
        assertThat(polls()).as("the last one is at the end").isEqualTo(23);
        statusIs(completed());
        assertThat(service.call("docproc:parse").getBody(String.class)).isEqualTo(DOCUMENT);
        assertThat(submissions()).isEqualTo(1);
        assertThat(service.meters().calls("operation", "parse", "outcome", "billed"))
                .isEqualTo(1);
        assertThat(service.meters().calls("operation", "parse", "outcome", "stored"))
                .isEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    void thePagesOfAContinuedJobAreBilledWithItsFirstResult(Store store) {
        storeIn(store);
        respond(RESULT, "{\"success_count\":3,\"elements\":[]}");
        statusIs(RUNNING);
        service.failure(DocprocJobException.class, "docproc:parse", Replies.DOCUMENT);
        statusIs(completed());

        Message continued = service.call("docproc:parse", Replies.DOCUMENT);

        assertThat(continued.getHeader(DocprocConstants.BILLED)).isEqualTo(false);
        assertThat(continued.getHeader(DocprocConstants.BILLED_PAGES)).isEqualTo(3);
        if (store != Store.PROCESS) {
            assertThat(service.call("docproc:parse", Replies.DOCUMENT).getHeader(DocprocConstants.BILLED_PAGES))
                    .isEqualTo(0);
        }
    }

    @Test
    void aContinuedJobIsPolledAtOnceAndThenWithTheSamePauses() {
        Replies.configure(service, component -> component
                .getConfiguration()
                .setCallTimeout(Duration.ofMinutes(1).toMillis()));
        statusIs(RUNNING);
        List<Long> seconds = new ArrayList<>();
        clock.afterEachWait(time -> seconds.add(time.toSeconds()));

        service.failure(DocprocJobException.class, "docproc:parse", Replies.DOCUMENT);
        assertThat(polls()).isEqualTo(5);
        service.failure(DocprocJobException.class, "docproc:parse", Replies.DOCUMENT);

        assertThat(polls()).isEqualTo(5 + 6);
        assertThat(seconds).containsExactly(2L, 6L, 14L, 30L, 60L, 62L, 66L, 74L, 90L, 120L);
    }

    @Test
    void aStopEndsTheWaitWhichHoldsNoPermit() throws Exception {
        try (CamelContext context = TestContexts.create()) {
            SkippedWaits.stopClock(context);
            DocprocComponent component = new DocprocComponent();
            component.setConfiguration(service.configuration().copy());
            component.getConfiguration().setMaxConcurrentRequests(1);
            context.addComponent("docproc", component);
            List<Exchange> ended = new ArrayList<>();
            RouteBuilder.addRoutes(context, routes -> routes.from("seda:in")
                    .onCompletion()
                    .onFailureOnly()
                    .process(ended::add)
                    .end()
                    .to("docproc:parse"));
            context.start();
            context.createProducerTemplate().sendBody("seda:in", Replies.DOCUMENT);
            await().until(() -> submissions() == 1 && ComponentInternals.permitsInUse(component) == 0);

            TestContexts.stop(context).get(20, TimeUnit.SECONDS);

            assertThat(ended).hasSize(1);
            assertThat(ended.get(0).getProperty(Exchange.EXCEPTION_CAUGHT, DocprocJobException.class))
                    .hasMessageContaining("job-1")
                    .hasMessageContaining("the application stops");
        }
        assertThat(polls()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"RESET", "500", "GATEWAY"})
    void aStatusRequestThatFailsForAWhileIsMadeAgain(String kind) {
        Supplier<MappingBuilder> failure = () -> switch (kind) {
            case "RESET" -> get(urlEqualTo(STATUS)).willReturn(aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER));
            case "500" -> Stubs.ok(STATUS, "{\"code\":500,\"message\":\"internal error\"}");
            default -> Stubs.status(STATUS, 502, "<html>Bad Gateway</html>");
        };
        service.server().stubFor(failure.get());
        clock.afterEachWait(time -> {
            long minute = time.toSeconds() % 60;
            if (minute < 10) {
                service.server().stubFor(failure.get());
            } else {
                statusIs(time.toMinutes() < 15 ? RUNNING : completed());
            }
        });

        assertThat(service.call("docproc:parse?outageTimeout=1m").getBody(String.class))
                .as("each status request has patience of its own")
                .isEqualTo(DOCUMENT);
        assertThat(submissions()).isEqualTo(1);
    }

    @Test
    void anOutageThatLastsLongerThanOutageTimeoutFailsTheCallAndKeepsTheJob() {
        service.respondWith(STATUS, aResponse().withFault(Fault.CONNECTION_RESET_BY_PEER));

        service.failure(DocprocTransportException.class, "docproc:parse?outageTimeout=1m");

        statusIs(completed());
        service.call("docproc:parse?outageTimeout=1m");
        assertThat(submissions()).isEqualTo(1);
    }

    @Test
    void aStatusRequestAboveTheRateLimitIsFollowedByTheNextOneAfterTheCooldown() {
        Replies.configure(service, component -> component.setRateLimitCooldown(1));
        statusIs("{\"code\":40306,\"message\":\"QPS limit exceeded\"}");
        clock.afterEachWait(time -> {
            if (time.toSeconds() >= 10) {
                statusIs(completed());
            }
        });

        service.call("docproc:parse");

        assertThat(submissions()).isEqualTo(1);
        assertThat(polls()).isEqualTo(3);
    }

    @ParameterizedTest
    @EnumSource
    void aJobWhoseResultIsGoneIsSubmittedAgain(Store store) {
        storeIn(store);
        service.server().stubFor(Stubs.status(RESULT, 404, ""));
        service.failure(DocprocJobException.class, "docproc:parse");
        respond(RESULT, ENVELOPE);

        service.call("docproc:parse");

        assertThat(submissions()).isEqualTo(2);
    }

    @Test
    void aResultThatTheOptionsRefuseIsNotBilledAgain() {
        assertThat(service.failure(DocprocJobException.class, "docproc:parse?maxResultSize=10"))
                .hasMessageContaining("maxResultSize");
        statusIs(completed("https://elsewhere.example.com/1"));
        assertThat(service.failure(DocprocJobException.class, "docproc:parse?allowedResultHosts=r.example.com"))
                .hasMessageContaining("allowedResultHosts");
        statusIs(completed());

        service.call("docproc:parse");

        assertThat(submissions()).isEqualTo(1);
    }

    @Test
    void aResultThatTheRouteCannotUseIsNotBilledAgain() {
        respond(RESULT, "{\"code\":50207,\"message\":\"partial\",\"data\":" + DOCUMENT + "}");
        service.failure(DocprocPartialFailureException.class, "docproc:parse");
        respond(RESULT, "{\"code\":200,\"data\":{\"elements\":[]}}");
        service.failure(DocprocInvalidResponseException.class, "docproc:parse?output=markdown");
        respond(RESULT, "{\"code\":50207,\"message\":\"partial\",\"data\":" + DOCUMENT + "}");

        assertThat(service.call("docproc:parse?partialFailure=accept").getBody(String.class))
                .isEqualTo(DOCUMENT);
        assertThat(submissions()).isEqualTo(1);
    }

    private void storeJobs() {
        Replies.configure(service, component -> {
            component.setJobRepository(new MemoryJobRepository());
            component.setResultRepository(repository(Store.FOLDER).orElseThrow());
        });
    }

    private Object submittedJob(String options) {
        return service.call("docproc:parseAsync" + options).getHeader(DocprocConstants.JOB_ID);
    }

    @Test
    void parseAsyncSubmitsADocumentOnceForEachCorrelationId() {
        storeJobs();
        Message first = service.call("docproc:parseAsync");
        Message second = service.call("docproc:parseAsync");

        assertThat(first.getHeader(DocprocConstants.BILLED)).isEqualTo(true);
        assertThat(second.getHeader(DocprocConstants.BILLED)).isEqualTo(false);
        for (String name : List.of(DocprocConstants.JOB_ID, DocprocConstants.CORRELATION_ID)) {
            assertThat(second.getHeader(name)).isNotNull().isEqualTo(first.getHeader(name));
        }
        assertThat(requests()).containsExactly("POST " + SUBMIT, "GET " + STATUS);
        for (String id : List.of("mail-1", "mail-2", "mail-1")) {
            submittedJob("?correlationId=" + id);
        }
        assertThat(submissions()).isEqualTo(3);
    }

    /** The first job that fails is no unanswered call. */
    @ParameterizedTest
    @CsvSource({"FAILED, 3", "UNKNOWN, 3", "FAILED, 1"})
    void parseAsyncReplacesAJobThatHasFailedOrIsUnknownByTheNumberOfUnansweredCalls(String status, int calls) {
        storeJobs();
        String options = "?maxUnansweredCalls=" + calls;
        for (int job = 1; job <= calls + 1; job++) {
            respond(SUBMIT, "{\"code\":200,\"data\":{\"job_id\":\"job-" + job + "\"}}");
            respond(
                    SUBMIT + "/job-" + job,
                    (status.equals("FAILED") ? FAILED : UNKNOWN).replace("job-1", "job-" + job));
            assertThat(submittedJob(options)).isEqualTo("job-" + job);
        }

        service.failure(DocprocUnansweredException.class, "docproc:parseAsync" + options, Replies.DOCUMENT);
        assertThat(submissions()).isEqualTo(calls + 1);
    }

    @Test
    void withoutJobRepositoryAJobKeepsItsCorrelationId() {
        storeIn(Store.FOLDER);

        for (String name : List.of("a.pdf", "b.pdf")) {
            Message job = service.call("docproc:parseAsync", Replies.DOCUMENT, Map.of(Exchange.FILE_NAME, name));
            assertThat(job.getHeader(DocprocConstants.JOB_ID)).isEqualTo("job-1");
            assertThat(job.getHeader(DocprocConstants.CORRELATION_ID)).isEqualTo("a.pdf");
        }
        assertThat(submissions()).isEqualTo(1);
    }

    @Test
    void parseAsyncReturnsTheJobByWhichAnotherMessageHasReplacedAFailedOne() {
        storeIn(Store.FOLDER);
        assertThat(submittedJob("")).isEqualTo("job-1");
        statusIs(UNKNOWN);
        clock.afterEachWait(time -> {
            clock.afterEachWait(later -> {});
            statusIs(FAILED);
            respond(SUBMIT, "{\"code\":200,\"data\":{\"job_id\":\"job-2\"}}");
            assertThat(submittedJob("")).isEqualTo("job-2");
            statusIs(UNKNOWN);
        });

        assertThat(submittedJob("")).isEqualTo("job-2");
        assertThat(submissions()).isEqualTo(2);
    }

    /** Otherwise a job that another node has stored meanwhile would be deleted. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void parseAsyncDeletesAFailedJobUnderTheLeaseOfItsCall(boolean isDeletable) {
        Set<Object> leased = ConcurrentHashMap.newKeySet();
        List<Integer> leasesAtDeletion = new ArrayList<>();
        ResultRepository results = repository(Store.FOLDER).orElseThrow();
        InvocationHandler watched = (proxy, method, arguments) -> {
            if (method.getName().equals("releaseLease")) {
                leased.remove(arguments[0]);
            }
            if (method.getName().equals("delete")) {
                leasesAtDeletion.add(leased.size());
                if (!isDeletable) {
                    throw new IOException("the folder is read-only");
                }
            }
            Object result = method.invoke(results, arguments);
            if (method.getName().equals("tryLease") && ((Optional<?>) result).isPresent()) {
                leased.add(arguments[0]);
            }
            return result;
        };
        Replies.configure(
                service,
                component -> component.setResultRepository((ResultRepository) Proxy.newProxyInstance(
                        getClass().getClassLoader(), new Class<?>[] {ResultRepository.class}, watched)));
        assertThat(submittedJob("")).isEqualTo("job-1");
        statusIs(FAILED);
        respond(SUBMIT, "{\"code\":200,\"data\":{\"job_id\":\"job-2\"}}");

        if (isDeletable) {
            assertThat(submittedJob("")).isEqualTo("job-2");
        } else {
            assertThat(service.failure(DocprocJobException.class, "docproc:parseAsync", Replies.DOCUMENT))
                    .hasMessageContaining("cannot be removed from the result repository");
        }
        assertThat(leasesAtDeletion).containsExactly(1);
        assertThat(leased).isEmpty();
    }
}
