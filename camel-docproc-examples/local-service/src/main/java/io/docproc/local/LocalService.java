/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local;

import static io.undertow.util.Methods.GET;
import static io.undertow.util.Methods.POST;

import io.docproc.local.account.Account;
import io.docproc.local.account.Charge;
import io.docproc.local.account.RequestAuthorizer;
import io.docproc.local.account.RequestRate;
import io.docproc.local.account.SeedPackages;
import io.docproc.local.crop.CropService;
import io.docproc.local.document.DocumentReaders;
import io.docproc.local.endpoint.BalanceEndpoint;
import io.docproc.local.endpoint.CropEndpoint;
import io.docproc.local.endpoint.DocumentProcessors;
import io.docproc.local.endpoint.ExtractEndpoint;
import io.docproc.local.endpoint.PackagesEndpoint;
import io.docproc.local.endpoint.ParseAsyncEndpoint;
import io.docproc.local.endpoint.ParseEndpoint;
import io.docproc.local.endpoint.ParseStatusEndpoint;
import io.docproc.local.extract.ExtractService;
import io.docproc.local.fault.FaultPlan;
import io.docproc.local.http.CallHandler;
import io.docproc.local.http.CallLog;
import io.docproc.local.http.Downloader;
import io.docproc.local.http.Envelope;
import io.docproc.local.http.FaultControl;
import io.docproc.local.http.JobPaths;
import io.docproc.local.http.LoopbackOnly;
import io.docproc.local.http.Route;
import io.docproc.local.http.TopUpHandler;
import io.docproc.local.http.UnknownUrlHandler;
import io.docproc.local.job.CallbackSender;
import io.docproc.local.job.ParseJobs;
import io.docproc.local.parse.ParseService;
import io.docproc.local.recognition.Tesseract;
import io.docproc.local.workflow.AddFieldEndpoint;
import io.docproc.local.workflow.Categories;
import io.docproc.local.workflow.UpdateTableEndpoint;
import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.Undertow.ListenerInfo;
import io.undertow.UndertowOptions;
import io.undertow.server.HttpHandler;
import io.undertow.server.RoutingHandler;
import io.undertow.server.handlers.BlockingHandler;
import io.undertow.server.handlers.HttpContinueReadHandler;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;

/**
 * A stand-in for the document-processing service that runs on this machine, without an account and without cost. It
 * answers the calls of the interface document with its envelopes and codes, keeps an account in memory runs parse
 * jobs in the background, and makes faults on demand.
 */
public final class LocalService implements AutoCloseable {
    /** Where the service hangs up; up to here it reads on past its own limits, so that its refusal arrives. */
    private static final long MAX_BYTES = 1024L * 1024 * 1024;

    private final LocalServiceOptions options;
    private final DocumentProcessors work;
    private Optional<Running> running = Optional.empty();

    private record Running(Undertow server, ParseJobs jobs, Path tempFolder) {
        private ListenerInfo listener() {
            return server.getListenerInfo().get(0);
        }

        private void stop() {
            server.stop();
            jobs.close();
            FileUtils.deleteQuietly(tempFolder.toFile());
        }
    }

    /** A service that is not started yet. */
    public LocalService(LocalServiceOptions options) {
        this(options, work());
    }

    /** The work that the service does. */
    public static DocumentProcessors work() {
        DocumentReaders readers = new DocumentReaders(Tesseract.find());
        return new DocumentProcessors(
                new CropService()::crop, new ExtractService(readers)::extract, new ParseService(readers)::parse);
    }

    /** A service that is not started yet, with other work behind its HTTP side. */
    public LocalService(LocalServiceOptions options, DocumentProcessors work) {
        this.options = options;
        this.work = work.atMost(Runtime.getRuntime().availableProcessors());
    }

    /**
     * Starts to listen.
     *
     * @return this service
     * @throws IOException if the port is taken, or the folder for uploads cannot be made
     */
    public synchronized LocalService start() throws IOException {
        if (running.isPresent()) {
            throw new IllegalStateException("the service runs already");
        }
        Path tempFolder = Files.createTempDirectory(options.temporaryFolder(), "docproc-local-service");
        CallLog log = new CallLog(options.callLines());
        FaultPlan faults = new FaultPlan(options.faults());
        ParseJobs jobs = jobs(tempFolder, faults, log);
        Undertow server = Undertow.builder()
                .addHttpListener(options.port(), options.host())
                .setServerOption(UndertowOptions.MAX_ENTITY_SIZE, MAX_BYTES)
                .setServerOption(UndertowOptions.ENABLE_STATISTICS, true)
                .setHandler(new HttpContinueReadHandler(handler(tempFolder, faults, log, jobs)))
                .build();
        Running attempt = new Running(server, jobs, tempFolder);
        try {
            server.start();
        } catch (RuntimeException e) {
            attempt.stop();
            throw new IOException("cannot listen on " + options.host() + ":" + options.port(), e);
        }
        running = Optional.of(attempt);
        return this;
    }

    /**
     * The port that the service listens on.
     *
     * @throws IllegalStateException if it is not running
     */
    public int port() {
        return address().getPort();
    }

    /** Main address and workflow address in one, without a slash at its end. */
    public String baseUrl() {
        String host = address().getHostString();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port();
    }

    /**
     * Returns true if no client is connected and all accepted jobs are completed. The connection of a killed client
     * stays open until its call is processed.
     *
     * @throws IllegalStateException if it is not running
     */
    public synchronized boolean isIdle() {
        Running now = started();
        return now.listener().getConnectorStatistics().getActiveConnections() == 0
                && now.jobs().areAllTerminal();
    }

    /** Stops listening, breaks off calls that are being worked on and deletes uploads. */
    @Override
    public synchronized void close() {
        running.ifPresent(Running::stop);
        running = Optional.empty();
    }

    private synchronized InetSocketAddress address() {
        return (InetSocketAddress) started().listener().getAddress();
    }

    private Running started() {
        return running.orElseThrow(() -> new IllegalStateException("the service is not running"));
    }

    private ParseJobs jobs(Path folder, FaultPlan faults, CallLog log) {
        return new ParseJobs(
                work.parser()::parse,
                new CallbackSender(
                        options.callbacks(),
                        faults,
                        answer -> log.note(Operation.WEBHOOK.id(), answer, Charge.NONE, Duration.ZERO)),
                new ParseJobs.Settings(
                        Runtime.getRuntime().availableProcessors(), options.resultForm(), folder, options.clock()));
    }

    private HttpHandler handler(Path tempFolder, FaultPlan faults, CallLog log, ParseJobs jobs) {
        Account account = new Account(
                options.balance(),
                options.price(),
                SeedPackages.around(options.clock(), options.packageCalls()),
                options.clock());
        RequestAuthorizer authorizer = new RequestAuthorizer(
                options.credentials(),
                options.allowlist(),
                new RequestRate(options.requestsPerSecond(), options.clock()));
        CallHandler.Context context = new CallHandler.Context(authorizer, account, faults, log, tempFolder);

        HttpHandler unknown = new BlockingHandler(new UnknownUrlHandler(log));
        RoutingHandler routing = Handlers.routing(false);
        routing.setFallbackHandler(unknown).setInvalidMethodHandler(unknown);
        Stream.of(documentRoutes(jobs), financeRoutes(account), workflowRoutes())
                .flatMap(List::stream)
                .forEach(it -> routing.add(it.method(), it.path(), new CallHandler(it, context)));
        addOwnPaths(routing, new FaultControl(faults, log), new JobPaths(jobs, unknown), unknown);
        routing.post("/_local/top-up", local(new TopUpHandler(account), unknown));
        return routing;
    }

    private List<Route> documentRoutes(ParseJobs jobs) {
        Downloader downloader = new Downloader();
        String parse = "/api/v1/" + options.parseService() + "/parse";
        return List.of(
                new Route(
                        Operation.CROP,
                        POST,
                        "/ai/service/v1/crop_enhance_image",
                        Envelope.CROP,
                        new CropEndpoint(work.cropper(), downloader)),
                new Route(
                        Operation.EXTRACT,
                        POST,
                        "/ai/service/v3/entity_extraction",
                        Envelope.EXTRACTION,
                        new ExtractEndpoint(work.extractor(), downloader)),
                new Route(
                        Operation.PARSE_SYNC,
                        POST,
                        parse + "/sync",
                        Envelope.PARSE,
                        new ParseEndpoint(work.parser(), downloader)),
                new Route(
                        Operation.PARSE_ASYNC,
                        POST,
                        parse + "/async",
                        Envelope.PARSE,
                        new ParseAsyncEndpoint(jobs, downloader)),
                new Route(
                        Operation.PARSE_STATUS,
                        GET,
                        parse + "/async/{" + ParseStatusEndpoint.JOB_ID + "}",
                        Envelope.PARSE,
                        new ParseStatusEndpoint(jobs)));
    }

    private static List<Route> financeRoutes(Account account) {
        String finance = "/user/finance";
        return List.of(
                new Route(Operation.BALANCE, GET, finance + "/balance", Envelope.FINANCE, new BalanceEndpoint(account)),
                new Route(
                        Operation.PACKAGES,
                        GET,
                        finance + "/package",
                        Envelope.FINANCE,
                        new PackagesEndpoint(account)));
    }

    private static List<Route> workflowRoutes() {
        Categories categories = new Categories();
        String category = SeedPackages.WORKFLOW + "/category";
        return List.of(
                new Route(
                        Operation.ADD_FIELD,
                        POST,
                        category + "/fields/add",
                        Envelope.WORKFLOW,
                        new AddFieldEndpoint(categories)),
                new Route(
                        Operation.UPDATE_TABLE,
                        POST,
                        category + "/tables/update",
                        Envelope.WORKFLOW,
                        new UpdateTableEndpoint(categories)));
    }

    private static void addOwnPaths(
            RoutingHandler routing, FaultControl faultControl, JobPaths jobs, HttpHandler unknown) {
        routing.get("/_local/faults", local(faultControl.faults(), unknown))
                .put("/_local/faults", local(faultControl.replaceFaults(), unknown))
                .delete("/_local/faults", local(faultControl.clearFaults(), unknown))
                .get("/_local/calls", local(faultControl.calls(), unknown))
                .get("/_local/jobs", local(jobs.all(), unknown))
                .get("/_local/results/{" + JobPaths.RESULT_ID + "}", new BlockingHandler(jobs.result()));
    }

    private static HttpHandler local(HttpHandler inside, HttpHandler unknown) {
        return new LoopbackOnly(new BlockingHandler(inside), unknown);
    }
}
