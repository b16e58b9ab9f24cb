/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import io.docproc.test.Operation;
import io.docproc.test.ReceivedCall;
import io.docproc.test.RequestDocument;
import io.docproc.test.Responder;
import io.docproc.test.ResultForm;
import io.docproc.test.ServiceRequest;
import io.docproc.test.internal.account.Account;
import io.docproc.test.internal.account.RateWindow;
import io.docproc.test.internal.contract.Downloader;
import io.docproc.test.internal.job.CallbackSender;
import io.docproc.test.internal.job.ParseJobs;
import io.docproc.test.internal.responder.AccountResponders;
import io.docproc.test.internal.responder.CategoryResponders;
import io.docproc.test.internal.responder.CropResponder;
import io.docproc.test.internal.responder.ExtractionResult;
import io.docproc.test.internal.responder.FurtherCalls;
import io.docproc.test.internal.responder.ParsedText;
import io.docproc.test.internal.responder.StoredFiles;
import io.docproc.test.internal.server.ServiceSettings.Feature;
import io.docproc.test.internal.stub.CallAction;
import io.docproc.test.internal.stub.CallbackAction;
import io.docproc.test.internal.stub.StubRegistry;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** State of a service until it is reset: stubs, account, jobs and received calls. Thread-safe. */
public final class ServiceState implements AutoCloseable {
    private static final int THREADS = 8;
    private static final int TERMINATION_SECONDS = 5;

    private final StubRegistry<CallAction> callStubs = new StubRegistry<>();
    private final StubRegistry<CallbackAction> callbackStubs = new StubRegistry<>();
    private final CallLog log = new CallLog();
    private final CategoryResponders categories = new CategoryResponders();
    private final ScheduledExecutorService callbackThreads;
    private final ExecutorService jobThreads;
    private final ServiceSettings settings;
    private final Documents documents;
    private final Account account;
    private final RateWindow rateWindow;
    private final StoredFiles files;
    private final FurtherCalls furtherCalls;
    private final ParseJobs jobs;

    /**
     * Resources that all states of a service share.
     *
     * @param folder supplies an existing folder for uploads and results
     * @param callbackClient sends callbacks
     * @param downloadClient downloads documents
     */
    record Environment(
            Supplier<Path> folder, Supplier<HttpClient> callbackClient, Supplier<HttpClient> downloadClient) {}

    ServiceState(ServiceSettings settings, Environment environment, Instant openedAt) {
        this.settings = settings;
        documents =
                new Documents(settings.features(), environment.folder(), new Downloader(environment.downloadClient()));
        account = new Account(settings.account().seed(), settings.clock(), openedAt);
        rateWindow = new RateWindow(settings.account().requestsPerSecond(), settings.clock());
        callbackThreads = Executors.newScheduledThreadPool(THREADS, ServiceState::daemon);
        jobThreads = Executors.newFixedThreadPool(THREADS, ServiceState::daemon);
        files = new StoredFiles(settings.clock());
        furtherCalls = new FurtherCalls(files, categories);
        jobs = new ParseJobs(
                new ParseJobs.Settings(
                        responder(Operation.PARSE_SYNC),
                        settings.jobs().plan(),
                        environment.folder(),
                        Routes.RESULTS,
                        settings.clock()),
                new CallbackSender(
                        new CallbackSender.Settings(
                                environment.callbackClient(),
                                settings.jobs().callbacks(),
                                settings.extensions().listener()),
                        callbackStubs,
                        callbackThreads),
                jobThreads);
    }

    static Thread daemon(Runnable task) {
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

    /** Records a call and passes it to the listener. */
    void add(ReceivedCall call) {
        if (settings.features().contains(Feature.RECORD_CALLS)) {
            log.add(call);
        }
        settings.extensions().listener().onCall(call.withDocument(RequestDocument::withoutContent));
    }

    /** Checks a request beyond the contract. */
    void check(ServiceRequest request) {
        Optional.ofNullable(settings.extensions().checks().get(request.operation()))
                .ifPresent(it -> it.accept(request));
    }

    Documents documents() {
        return documents;
    }

    ResultForm resultForm() {
        return settings.jobs().resultForm();
    }

    /** Returns the parse jobs. */
    public ParseJobs jobs() {
        return jobs;
    }

    Responder responder(Operation operation) {
        Responder replaced = settings.extensions().responders().get(operation);
        Responder responder = replaced == null ? defaultResponder(operation) : replaced;
        return operation == Operation.PARSE_SYNC ? files.exporting(responder) : responder;
    }

    private Responder defaultResponder(Operation operation) {
        return switch (operation) {
            case CROP -> CropResponder::respond;
            case EXTRACT -> ExtractionResult::of;
            case PARSE_SYNC -> ParsedText::of;
            case PARSE_ASYNC -> jobs::submit;
            case PARSE_STATUS -> jobs::status;
            case RESULT_DOWNLOAD -> jobs::result;
            case BALANCE -> new AccountResponders(account)::balance;
            case PACKAGES -> new AccountResponders(account)::packages;
            case ADD_FIELD -> categories::addField;
            case UPDATE_TABLE -> categories::updateTable;
            case CALL -> furtherCalls;
        };
    }

    /** Discards jobs and callbacks that are not completed. */
    @Override
    public void close() {
        jobThreads.shutdownNow();
        callbackThreads.shutdownNow();
    }

    /** Waits until the jobs and callbacks that a closed state has interrupted have ended, for at most 5 seconds each. */
    void awaitTermination() {
        try {
            if (!jobThreads.awaitTermination(TERMINATION_SECONDS, TimeUnit.SECONDS)
                    || !callbackThreads.awaitTermination(TERMINATION_SECONDS, TimeUnit.SECONDS)) {
                System.getLogger(ServiceState.class.getName())
                        .log(System.Logger.Level.WARNING, "A job or callback continues after the service was closed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
