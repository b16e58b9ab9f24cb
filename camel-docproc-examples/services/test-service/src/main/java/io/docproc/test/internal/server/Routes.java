/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import io.docproc.test.Operation;
import io.docproc.test.internal.account.ServicePaths;
import io.docproc.test.internal.contract.AnyRequestReader;
import io.docproc.test.internal.contract.CropRequestReader;
import io.docproc.test.internal.contract.ExtractRequestReader;
import io.docproc.test.internal.contract.ParseRequestReader;
import io.docproc.test.internal.contract.QueryRequestReader;
import io.docproc.test.internal.contract.RequestReader;
import io.docproc.test.internal.contract.UploadRequestReader;
import io.docproc.test.internal.contract.WorkflowRequestReader;
import io.docproc.test.internal.job.ParseJobs;
import io.docproc.test.internal.responder.CategoryFields;
import java.util.List;
import java.util.stream.Stream;

/** Addresses of the service (interface document, Endpoints). */
final class Routes {
    /** Path below which results are downloaded. */
    static final String RESULTS = "/results";

    private static final String GET = "GET";
    private static final String POST = "POST";

    private Routes() {}

    /** Returns the routes of all operations, and of the calls that are made with {@link Operation#CALL}. */
    static List<Route> all(String parseService) {
        return Stream.concat(of(parseService).stream(), calls().stream()).toList();
    }

    private static List<Route> calls() {
        return List.of(
                call(GET, ServicePaths.PAGE_IMAGE, Envelope.FILE, QueryRequestReader.parameter("image_id")),
                call(GET, ServicePaths.EXPORTED_FILE, Envelope.FILE, QueryRequestReader.parameter("file_id")),
                call(
                        POST,
                        ServicePaths.ADD_FIELDS,
                        Envelope.WORKFLOW,
                        new WorkflowRequestReader(CategoryFields::fields)),
                call(
                        POST,
                        ServicePaths.UPDATE_TABLES,
                        Envelope.WORKFLOW,
                        new WorkflowRequestReader(CategoryFields::tables)),
                call(POST, ServicePaths.UPLOAD, Envelope.WORKFLOW, new UploadRequestReader()),
                call(POST, ServicePaths.UPLOAD_SYNC, Envelope.WORKFLOW, new UploadRequestReader()),
                call(GET, ServicePaths.FETCH, Envelope.WORKFLOW, QueryRequestReader::files));
    }

    private static Route call(String method, String path, Envelope envelope, RequestReader reader) {
        return route(Operation.CALL, method, path, envelope, reader);
    }

    /** Returns the routes of all operations but {@link Operation#CALL}. */
    private static List<Route> of(String parseService) {
        String parse = "/api/v1/" + parseService + "/parse";
        String category = ServicePaths.WORKFLOW + "/category";
        String finance = "/user/finance";
        return List.of(
                route(
                        Operation.CROP,
                        POST,
                        "/ai/service/v1/crop_enhance_image",
                        Envelope.CROP,
                        new CropRequestReader()),
                route(
                        Operation.EXTRACT,
                        POST,
                        "/ai/service/v3/entity_extraction",
                        Envelope.EXTRACTION,
                        new ExtractRequestReader()),
                route(Operation.PARSE_SYNC, POST, parse + "/sync", Envelope.PARSE, ParseRequestReader.synchronous()),
                route(Operation.PARSE_ASYNC, POST, parse + "/async", Envelope.PARSE, ParseRequestReader.asynchronous()),
                route(
                        Operation.PARSE_STATUS,
                        GET,
                        parse + "/async/{" + ParseJobs.JOB_ID + "}",
                        Envelope.PARSE,
                        QueryRequestReader.variable(ParseJobs.JOB_ID)),
                new Route(
                        Operation.RESULT_DOWNLOAD,
                        GET,
                        RESULTS + "/{" + ParseJobs.RESULT_ID + "}",
                        Envelope.PARSE,
                        Route.Access.OPEN,
                        QueryRequestReader.variable(ParseJobs.RESULT_ID)),
                route(Operation.BALANCE, GET, finance + "/balance", Envelope.FINANCE, QueryRequestReader::none),
                route(Operation.PACKAGES, GET, finance + "/package", Envelope.FINANCE, QueryRequestReader::packages),
                route(
                        Operation.ADD_FIELD,
                        POST,
                        category + "/fields/add",
                        Envelope.WORKFLOW,
                        new WorkflowRequestReader(CategoryFields::field)),
                route(
                        Operation.UPDATE_TABLE,
                        POST,
                        category + "/tables/update",
                        Envelope.WORKFLOW,
                        new WorkflowRequestReader(CategoryFields::table)));
    }

    /** Returns the route of all other paths. */
    static Route other() {
        return route(Operation.CALL, GET, "/*", Envelope.OTHER, new AnyRequestReader());
    }

    private static Route route(
            Operation operation, String method, String path, Envelope envelope, RequestReader reader) {
        return new Route(operation, method, path, envelope, Route.Access.CREDENTIALS, reader);
    }
}
