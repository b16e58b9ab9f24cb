/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An address of the service with the handling of its calls (interface document, Endpoints).
 *
 * @param operation the operation
 * @param path method and path
 * @param envelope the members of responses beside the payload, which differ by resource
 * @param reader reads and checks requests
 * @param responder creates the payload of responses
 */
record Endpoint(Operation operation, Path path, String envelope, Reader reader, Responder responder) {
    /** A downloaded file has no envelope; an error has an HTTP status. */
    static final String FILE = "code message msg  x_request_id";

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

    /** Method and path; the path may contain variables such as {@code {id}}. */
    record Path(String method, Pattern pattern) {
        /** Throws an {@link IllegalArgumentException} if the path contains a brace without its counterpart. */
        static Path of(String method, String path) {
            String pattern = path.replaceAll("(?<=/)\\{[^{}/]+}(?=/|$)", "\\\\E([^/]*)\\\\Q");
            if (pattern.matches(".*[{}].*")) {
                throw new IllegalArgumentException(
                        "The control path " + path + " is invalid; write each variable as {name}.");
            }
            return new Path(method, Pattern.compile("\\Q" + pattern + "\\E"));
        }

        boolean matches(String requestMethod, String requestPath) {
            return (method.equals(requestMethod) || method.isEmpty())
                    && pattern.matcher(requestPath).matches();
        }

        /** Returns the value of the first variable; empty if there is none. */
        String variable(String requestPath) {
            Matcher matcher = pattern.matcher(requestPath);
            return matcher.matches() && matcher.groupCount() > 0 ? matcher.group(1) : "";
        }
    }

    /** Returns all endpoints, the last of which matches any path. */
    static List<Endpoint> all(ServiceState state, Exports exports, Workflow workflow) {
        String parse = "/api/v1/" + state.settings.parseService + "/parse";
        String files = Account.WORKFLOW + "/file";
        String fields = Account.WORKFLOW + "/category/fields";
        String tables = Account.WORKFLOW + "/category/tables";
        return List.of(
                post(Operation.CROP, Account.CROP, CROP, Requests::crop, Samples::cropped),
                post(Operation.EXTRACT, Account.EXTRACT, EXTRACT, Requests::extract, Samples::extracted),
                post(Operation.PARSE_SYNC, parse + "/sync", PARSE, Requests::parseSync, Samples::parsed),
                post(Operation.PARSE_ASYNC, parse + "/async", PARSE, Requests::parseAsync, state.jobs::submit),
                get(Operation.PARSE_STATUS, parse + "/async/{id}", PARSE, Requests::variable, state.jobs::status),
                get(Operation.RESULT_DOWNLOAD, "/results/{id}", PARSE, Requests::variable, state.jobs::result),
                get(Operation.BALANCE, "/user/finance/balance", FINANCE, Requests::none, state.account::balance),
                get(Operation.PACKAGES, "/user/finance/package", FINANCE, Requests::packages, state.account::packages),
                post(Operation.ADD_FIELD, fields + "/add", WORKFLOW, json(Workflow::field), workflow::addField),
                post(
                        Operation.UPDATE_TABLE,
                        tables + "/update",
                        WORKFLOW,
                        json(Workflow::table),
                        workflow::updateTable),
                call(fields + "/batch_add", json(Workflow::fields), workflow::addFields),
                call(tables + "/batch_update", json(Workflow::tables), workflow::updateTables),
                call(files + "/upload", Requests::upload, workflow::upload),
                call(files + "/upload/sync", Requests::upload, workflow::upload),
                get(Operation.CALL, files + "/fetch", WORKFLOW, Requests::fetch, workflow::fetch),
                get(Operation.CALL, "/ocr_image/download", FILE, one("image_id"), exports::image),
                get(Operation.CALL, "/export_file/download", FILE, one("file_id"), exports::file),
                new Endpoint(Operation.CALL, new Path("", Pattern.compile(".*")), OTHER, Requests::any, request -> {
                    throw notFound(request);
                }));
    }

    private static Endpoint get(Operation operation, String path, String envelope, Reader reader, Responder responder) {
        return new Endpoint(operation, Path.of("GET", path), envelope, reader, responder);
    }

    private static Endpoint post(Operation operation, String path, String envelope, Reader reader, Responder standard) {
        return new Endpoint(operation, Path.of("POST", path), envelope, reader, standard);
    }

    private static Endpoint call(String path, Reader reader, Responder responder) {
        return post(Operation.CALL, path, WORKFLOW, reader, responder);
    }

    /** Reads a call with a JSON object, which the rules check. */
    private static Reader json(Consumer<ObjectNode> rules) {
        return in -> {
            in.allowOnly(Map.of());
            return Requests.json(in, rules);
        };
    }

    /** Reads a call with one parameter, which is required. */
    private static Reader one(String parameter) {
        return in -> {
            in.allowOnly(Map.of(parameter, ""));
            in.require(parameter);
            return in.head;
        };
    }

    static ServiceErrorException notFound(ServiceRequest request) {
        return ServiceErrorException.refusal(40400, ": " + request.method() + " " + request.path());
    }
}
