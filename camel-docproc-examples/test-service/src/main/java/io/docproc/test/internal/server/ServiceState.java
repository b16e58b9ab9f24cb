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
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

/** What a service remembers between two resets: stubs, account, jobs and received calls. Thread-safe. */
public final class ServiceState implements AutoCloseable {
    private static final int THREADS = 8;

    private final StubRegistry<CallAction> callStubs = new StubRegistry<>();
    private final StubRegistry<CallbackAction> callbackStubs = new StubRegistry<>();
    private final CallLog log = new CallLog();
    private final Map<Operation, Responder> responders = new EnumMap<>(Operation.class);
    private final ScheduledExecutorService callbackThreads;
    private final ExecutorService jobThreads;
    private final ServiceSettings settings;
    private final Documents documents;
    private final Account account;
    private final RateWindow rateWindow;
    private final ParseJobs jobs;

    /**
     * What all states of a service share.
     *
     * @param folder an existing folder for uploads and results
     * @param callbackClient sends callbacks
     * @param downloadClient downloads documents
     */
    record Environment(Path folder, Supplier<HttpClient> callbackClient, Supplier<HttpClient> downloadClient) {}

    ServiceState(ServiceSettings settings, Environment environment) {
        this.settings = settings;
        documents =
                new Documents(settings.features(), environment.folder(), new Downloader(environment.downloadClient()));
        account = new Account(settings.account().seed(), settings.clock());
        rateWindow = new RateWindow(settings.account().requestsPerSecond(), settings.clock());
        callbackThreads = Executors.newScheduledThreadPool(THREADS, ServiceState::daemon);
        jobThreads = Executors.newFixedThreadPool(THREADS, ServiceState::daemon);
        Map<Operation, Responder> replaced = settings.extensions().responders();
        StoredFiles files = new StoredFiles(settings.clock());
        Responder parser = files.exporting(replaced.getOrDefault(Operation.PARSE_SYNC, ParsedText::of));
        jobs = new ParseJobs(
                new ParseJobs.Settings(
                        parser, settings.jobs().plan(), environment.folder(), Routes.RESULTS, settings.clock()),
                new CallbackSender(
                        new CallbackSender.Settings(
                                environment.callbackClient(),
                                settings.jobs().callbacks(),
                                settings.extensions().listener()),
                        callbackStubs,
                        callbackThreads),
                jobThreads);
        AccountResponders finance = new AccountResponders(account);
        CategoryResponders categories = new CategoryResponders();
        responders.put(Operation.CROP, new CropResponder());
        responders.put(Operation.EXTRACT, ExtractionResult::of);
        responders.put(Operation.PARSE_ASYNC, jobs::submit);
        responders.put(Operation.PARSE_STATUS, jobs::status);
        responders.put(Operation.RESULT_DOWNLOAD, jobs::result);
        responders.put(Operation.BALANCE, finance::balance);
        responders.put(Operation.PACKAGES, finance::packages);
        responders.put(Operation.ADD_FIELD, categories::addField);
        responders.put(Operation.UPDATE_TABLE, categories::updateTable);
        responders.put(Operation.CALL, new FurtherCalls(files, categories));
        responders.putAll(replaced);
        responders.put(Operation.PARSE_SYNC, parser);
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
        return responders.get(operation);
    }

    /** Discards jobs and callbacks that are not completed. */
    @Override
    public void close() {
        jobThreads.shutdownNow();
        callbackThreads.shutdownNow();
    }
}
