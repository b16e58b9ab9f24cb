/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import static io.docproc.test.DocprocTestServiceBuilder.requireNotNegative;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Programmable stand-in for the document-processing service. By default it listens on a free port of the loopback
 * interface, checks each request against the contract of the service, responds with generated data, and bills calls to
 * an account in memory. Responses, faults and the completion of parse jobs can be programmed.
 *
 * <p>In JUnit, register the result of {@link #create()} with {@code @RegisterExtension}. A static field is one service
 * for the test class, which is reset before each test. An instance field is a service for each test. Without JUnit, use
 * {@link #start()} and {@link #close()}.
 *
 * <p>Negative numbers and ids of unknown jobs are {@link IllegalArgumentException}s; a job in the wrong status is an
 * {@link IllegalStateException}. Thread-safe. Tests of a class that run in parallel require separate services, because
 * a reset affects all of them.
 */
public class DocprocTestService implements AutoCloseable {
    private final DocprocTestServiceBuilder settings;
    private TestServer server;
    private int lastPort;
    private boolean closed;

    DocprocTestService(DocprocTestServiceBuilder settings) {
        this.settings = settings;
        this.lastPort = settings.port;
    }

    /**
     * Returns a service for {@code @RegisterExtension}, which starts when it is first used. Throws an {@link
     * IllegalStateException} if JUnit 5 is not on the class path.
     */
    public static DocprocTestService create() {
        return builder().create();
    }

    /** Returns a started service. */
    public static DocprocTestService start() {
        return builder().start();
    }

    /** Returns a builder for a service with other settings. */
    public static DocprocTestServiceBuilder builder() {
        return new DocprocTestServiceBuilder();
    }

    /** Returns the base URL, for the options {@code baseUrl} and {@code workflowUrl}. */
    public final String baseUrl() {
        return server().baseUrl();
    }

    /** Returns the App ID that the service accepts. */
    public final String appId() {
        return settings.appId;
    }

    /** Returns the Secret Code that the service accepts. */
    public final String secretCode() {
        return settings.secretCode;
    }

    /**
     * Returns a secret for the option {@code callbackSecret}. The service calls the URL that the component has signed
     * with it, and does not use the secret itself.
     */
    public final String callbackSecret() {
        return "test-callback-secret-of-32-bytes";
    }

    /**
     * Returns the properties that configure the component for this service, for Camel Main and Spring Boot:
     * {@code camel.component.docproc.base-url}, {@code workflow-url}, {@code app-id}, {@code secret-code} and {@code callback-secret};
     * and {@code fail-on-unknown-name}, so that a misspelled header or parameter of a Kamelet fails the test.
     */
    public final Map<String, String> properties() {
        String prefix = "camel.component.docproc.";
        return Map.of(
                prefix + "base-url", baseUrl(),
                prefix + "workflow-url", baseUrl(),
                prefix + "app-id", appId(),
                prefix + "secret-code", secretCode(),
                prefix + "callback-secret", callbackSecret(),
                prefix + "fail-on-unknown-name", "true");
    }

    /** Programs responses of {@code crop}. */
    public final CropStubbing whenCrop() {
        return new CropStubbing(state().callStubs);
    }

    /** Programs responses of {@code extract}. */
    public final ExtractStubbing whenExtract() {
        return new ExtractStubbing(state().callStubs);
    }

    /** Programs responses of {@code parseSync}. */
    public final ParseStubbing whenParseSync() {
        return new ParseStubbing(state().callStubs);
    }

    /** Programs responses of {@code parseAsync}, and the completion of the jobs. */
    public final ParseAsyncStubbing whenParseAsync() {
        ServiceState current = state();
        return new ParseAsyncStubbing(current.callStubs, current.jobs);
    }

    /**
     * Programs responses of operations, for example of {@link Operation#BALANCE}. {@link Operation#CALL} stands for all
     * other paths; {@link #whenCall} programs one of them.
     */
    public final CallStubbing when(Operation operation, Operation... more) {
        return new CallStubbing(EnumSet.of(operation, more), state().callStubs);
    }

    /**
     * Programs responses of a path that is no operation, for any HTTP method. Without a stub, the service responds with
     * 40400.
     *
     * @param path the path with its leading slash and without query
     */
    public final CallStubbing whenCall(String path) {
        return new CallStubbing(Set.of(Operation.CALL), state().callStubs)
                .matching(request -> request.path().equals(path));
    }

    /** Programs faults of the callbacks of completed jobs. */
    public final CallbackStubbing whenCallback() {
        return new CallbackStubbing(state().callbackStubs);
    }

    /** Completes a job with the default result, and sends its callback. Returns before the callback is responded to. */
    public final void completeJob(String jobId) {
        state().jobs.complete(jobId);
    }

    /**
     * Completes a job with this {@code data} as its result, and sends its callback.
     *
     * @throws IllegalArgumentException if there is no such job
     * @throws IllegalStateException if the job is already completed
     */
    public final void completeJob(String jobId, Map<String, ?> data) {
        state().jobs.complete(jobId, Json.MAPPER.<ObjectNode>valueToTree(data));
    }

    /** Fails a job, and sends its callback. */
    public final void failJob(String jobId, String message) {
        state().jobs.fail(jobId, message);
    }

    /** Sends the callback of a completed job once more. */
    public final void repeatCallback(String jobId) {
        state().jobs.repeatCallback(jobId);
    }

    /** Returns a job. Throws an {@link IllegalArgumentException} if there is no such job. */
    public final ParseJob job(String jobId) {
        return state().jobs.job(jobId);
    }

    /** Returns all jobs, the oldest first. */
    public final List<ParseJob> jobs() {
        return state().jobs.all();
    }

    /** Returns the received calls in the order of their responses. */
    public final List<ReceivedCall> calls() {
        return state().calls();
    }

    /**
     * Returns the received calls of an operation.
     *
     * @param operation the name, for example {@code crop}
     * @throws IllegalArgumentException if there is no such operation
     */
    public final List<ReceivedCall> calls(String operation) {
        return calls(Operation.named(operation)
                .orElseThrow(() -> new IllegalArgumentException("There is no operation " + operation
                        + "; the operations are " + List.of(Operation.values()) + ".")));
    }

    /** Returns the received calls of an operation. */
    public final List<ReceivedCall> calls(Operation operation) {
        return calls().stream().filter(it -> it.operation() == operation).toList();
    }

    /** Returns the received calls that were billed. */
    public final List<ReceivedCall> billedCalls() {
        return calls().stream().filter(ReceivedCall::billed).toList();
    }

    /** Returns the available balance: by default 10000.00 at first, less 0.01 for each billed call. */
    public final BigDecimal balance() {
        return state().account.available();
    }

    /** Sets the available balance. A billed call fails with 40003 if the balance is less than its price. */
    public final void balance(BigDecimal available) {
        state().account.setAvailable(requireNotNegative("balance", available));
    }

    /** Adds to the available balance and to the calls of the package that is used up before it. */
    public final void topUp(BigDecimal amount, int calls) {
        state().account.topUp(requireNotNegative("amount", amount), requireNotNegative("calls", calls));
    }

    /** Sets the remaining calls of a package that billed calls use up before the balance; 0 at first. */
    public final void packageCalls(int calls) {
        state().account.setPackageCalls(requireNotNegative("packageCalls", calls));
    }

    /** Limits the billed calls within a second; further ones fail with 40306. 0, the initial value, is no limit. */
    public final void requestsPerSecond(int calls) {
        state().account.setCallsPerSecond(requireNotNegative("requestsPerSecond", calls));
    }

    /** Returns whether no call is in flight, and each job is completed or failed. Callbacks may be outstanding. */
    public final boolean isIdle() {
        return server().isIdle();
    }

    /**
     * Removes stubs, received calls and jobs, and restores account and rate limit. The base URL remains. Callbacks that
     * are not sent yet are discarded.
     */
    public final void reset() {
        server().reset();
    }

    /** Stops the service. A later use throws an {@link IllegalStateException}. */
    @Override
    public final synchronized void close() {
        closed = true;
        if (server != null) {
            lastPort = server.port();
            server.close();
        }
        server = null;
    }

    /** Permits a use after a close, at the same address: a cached Spring context may have it in its properties. */
    final synchronized void reopen() {
        closed = false;
    }

    private ServiceState state() {
        return server().state();
    }

    private synchronized TestServer server() {
        if (closed) {
            throw new IllegalStateException("The test service is closed; start another one.");
        }
        if (server == null) {
            server = start(settings, lastPort);
        }
        return server;
    }

    private static TestServer start(DocprocTestServiceBuilder settings, int port) {
        try {
            return new TestServer(settings, port);
        } catch (IllegalStateException e) {
            if (port == settings.port) {
                throw e;
            }
            System.getLogger(DocprocTestService.class.getName())
                    .log(System.Logger.Level.INFO, "The test service gets another port", e);
            return new TestServer(settings, settings.port);
        }
    }
}
