/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import io.docproc.test.Operation;
import io.docproc.test.Responder;
import io.docproc.test.ServiceErrorException;
import io.docproc.test.ServiceRequest;
import io.docproc.test.internal.account.Account;
import io.docproc.test.internal.account.RateWindow;
import io.docproc.test.internal.job.CallbackSender;
import io.docproc.test.internal.job.ParseJobs;
import io.docproc.test.internal.responder.AccountResponders;
import io.docproc.test.internal.responder.CategoryResponders;
import io.docproc.test.internal.responder.CropResponder;
import io.docproc.test.internal.responder.ExtractionResult;
import io.docproc.test.internal.responder.ParsedText;
import io.docproc.test.internal.stub.CallAction;
import io.docproc.test.internal.stub.CallbackAction;
import io.docproc.test.internal.stub.StubRegistry;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Clock;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/** What a service remembers between two resets: stubs, account, jobs and received calls. Thread-safe. */
public final class ServiceState implements AutoCloseable {
    private static final int THREADS = 8;
    private static final int INVALID_URL = 40400;

    private final StubRegistry<CallAction> callStubs = new StubRegistry<>();
    private final StubRegistry<CallbackAction> callbackStubs = new StubRegistry<>();
    private final Account account = new Account(Clock.systemUTC());
    private final RateWindow rateWindow = new RateWindow(Clock.systemUTC());
    private final CallLog log = new CallLog();
    private final Map<Operation, Responder> responders = new EnumMap<>(Operation.class);
    private final ScheduledExecutorService threads;
    private final ParseJobs jobs;

    /**
     * Where a service is found.
     *
     * @param folder an existing folder for uploads and results
     * @param baseUrl the base URL, known once the service is started
     * @param client sends callbacks
     */
    record Environment(Path folder, Supplier<URI> baseUrl, Supplier<HttpClient> client) {}

    ServiceState(ServiceSettings settings, Environment environment) {
        threads = Executors.newScheduledThreadPool(THREADS, ServiceState::daemon);
        Responder parser = settings.responders().getOrDefault(Operation.PARSE_SYNC, ParsedText::of);
        jobs = new ParseJobs(
                new ParseJobs.Settings(
                        parser,
                        settings.jobs(),
                        environment.folder(),
                        () -> URI.create(environment.baseUrl().get() + Routes.RESULTS)),
                new CallbackSender(environment.client(), callbackStubs, threads),
                threads);
        AccountResponders finance = new AccountResponders(account);
        CategoryResponders categories = new CategoryResponders();
        responders.put(Operation.CROP, new CropResponder());
        responders.put(Operation.EXTRACT, ExtractionResult::of);
        responders.put(Operation.PARSE_SYNC, parser);
        responders.put(Operation.PARSE_ASYNC, jobs::submit);
        responders.put(Operation.PARSE_STATUS, jobs::status);
        responders.put(Operation.RESULT_DOWNLOAD, jobs::result);
        responders.put(Operation.BALANCE, finance::balance);
        responders.put(Operation.PACKAGES, finance::packages);
        responders.put(Operation.ADD_FIELD, categories::addField);
        responders.put(Operation.UPDATE_TABLE, categories::updateTable);
        responders.put(Operation.CALL, request -> {
            throw invalidUrl(request);
        });
        responders.putAll(settings.responders());
    }

    private static ServiceErrorException invalidUrl(ServiceRequest request) {
        return new ServiceErrorException(
                INVALID_URL, "invalid request URL: " + request.method() + " " + request.path());
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "docproc-test-service");
        thread.setDaemon(true);
        return thread;
    }

    /** Returns the stubs of calls. */
    public StubRegistry<CallAction> callStubs() {
        return callStubs;
    }

    /** Returns the stubs of callbacks. */
    public StubRegistry<CallbackAction> callbackStubs() {
        return callbackStubs;
    }

    /** Returns the account. */
    public Account account() {
        return account;
    }

    /** Returns the rate limit. */
    public RateWindow rateWindow() {
        return rateWindow;
    }

    /** Returns the received calls. */
    public CallLog log() {
        return log;
    }

    /** Returns the parse jobs. */
    public ParseJobs jobs() {
        return jobs;
    }

    Responder responder(Operation operation) {
        return responders.get(operation);
    }

    /** Discards jobs and callbacks that are not completed. */
    @Override
    public void close() {
        threads.shutdownNow();
    }
}
