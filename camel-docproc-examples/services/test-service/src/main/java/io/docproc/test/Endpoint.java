/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address of the service with the handling of its calls (interface document, Endpoints).
 *
 * @param operation the operation
 * @param method the HTTP method; empty for any
 * @param path the path; its first group is the id that the request contains as {@code id} in its body
 * @param envelope the members of responses beside the payload, which differ by resource
 * @param reader reads and checks requests
 * @param responder creates the payload of responses
 */
record Endpoint(Operation operation, String method, Pattern path, String envelope, Reader reader, Responder responder) {
    private static final String OTHER = "code message msg x_request_id";
    private static final String CROP = "code message msg version=v0.1.0 duration x_request_id";
    private static final String EXTRACT = "code message version=v0.1.0_20260101 duration x_request_id";
    private static final String PARSE = "code message x_request_id";
    private static final String FINANCE = "code msg x_request_id";
    private static final String WORKFLOW = "code msg traceId";

    /** Reads a request; throws a {@link ServiceErrorException} if it violates the contract. */
    @FunctionalInterface
    interface Reader {
        ServiceRequest read(Incoming in) throws IOException;
    }

    /** Returns all endpoints, the last of which matches any path. */
    static List<Endpoint> all(Account account, ParseJobs jobs) {
        // The path segment of the parsing service is an option of the component.
        String parse = "/api/v1/[^/]+/parse";
        String category = Account.WORKFLOW + "/category";
        Workflow workflow = new Workflow();
        return List.of(
                post(Operation.CROP, Account.CROP, CROP, Requests::crop, Samples::cropped),
                post(Operation.EXTRACT, Account.EXTRACT, EXTRACT, Requests::extract, Samples::extracted),
                post(Operation.PARSE_SYNC, parse + "/sync", PARSE, Requests::parseSync, Samples::parsed),
                post(Operation.PARSE_ASYNC, parse + "/async", PARSE, Requests::parseAsync, jobs::submit),
                get(Operation.PARSE_STATUS, parse + "/async/([^/]*)", PARSE, Requests::id, jobs::status),
                get(Operation.RESULT_DOWNLOAD, "/results/([^/]*)", PARSE, Requests::id, jobs::result),
                get(Operation.BALANCE, "/user/finance/balance", FINANCE, Requests::none, account::balance),
                get(Operation.PACKAGES, "/user/finance/package", FINANCE, Requests::packages, account::packages),
                post(
                        Operation.ADD_FIELD,
                        category + "/fields/add",
                        WORKFLOW,
                        in -> Requests.json(in, "workspace_id", "category_id", "name"),
                        workflow::addField),
                post(
                        Operation.UPDATE_TABLE,
                        category + "/tables/update",
                        WORKFLOW,
                        in -> Requests.json(in, "workspace_id", "category_id", "table_id", "collect_from_multi_table"),
                        workflow::updateTable),
                post(Operation.CALL, Account.WORKFLOW + "/file/upload", WORKFLOW, Requests::upload, request -> {
                    throw notFound(request);
                }),
                new Endpoint(Operation.CALL, "", Pattern.compile(".*"), OTHER, Requests::any, request -> {
                    throw notFound(request);
                }));
    }

    private static Endpoint get(Operation operation, String path, String envelope, Reader reader, Responder responder) {
        return new Endpoint(operation, "GET", Pattern.compile(path), envelope, reader, responder);
    }

    private static Endpoint post(
            Operation operation, String path, String envelope, Reader reader, Responder responder) {
        return new Endpoint(operation, "POST", Pattern.compile(path), envelope, reader, responder);
    }

    boolean matches(String requestMethod, String requestPath) {
        return (method.isEmpty() || method.equals(requestMethod))
                && path.matcher(requestPath).matches();
    }

    /** Returns the id in a path that matches; empty if there is none. */
    String id(String requestPath) {
        Matcher matcher = path.matcher(requestPath);
        return matcher.matches() && matcher.groupCount() > 0 ? matcher.group(1) : "";
    }

    static ServiceErrorException notFound(ServiceRequest request) {
        return ServiceErrorException.refusal(40400, ": " + request.method() + " " + request.path());
    }
}
