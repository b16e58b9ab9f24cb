/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.util.ClassUtil;
import io.docproc.camel.internal.body.DocumentOutput;
import io.docproc.camel.internal.body.DocumentParts;
import io.docproc.camel.internal.body.ParseOutput;
import io.docproc.camel.internal.body.ParsedDocument;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.http.Redaction;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.internal.http.ServiceResponse;
import io.docproc.camel.model.Balance;
import io.docproc.camel.model.CategoryField;
import io.docproc.camel.model.CategoryTable;
import io.docproc.camel.model.Citation;
import io.docproc.camel.model.DocumentPart;
import io.docproc.camel.model.ExtractResponse;
import io.docproc.camel.model.ExtractedFields;
import io.docproc.camel.model.ModelJson;
import io.docproc.camel.model.PageMarkdown;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.model.ParseJob;
import io.docproc.camel.model.WorkflowReply;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;

/**
 * Reads a sample of each response before the first call. So a class path that cannot read responses, for example one with
 * versions of Jackson that do not fit together, stops the application instead of failing after each billed call.
 */
public final class SampleResponses {
    private static final String VALUES = "\"new\":{\"values\":[1,12345678901,1.50,true,null,\"text\",{}]}";
    private static final String FIELDS =
            "{\"job_id\":\"j\",\"status\":\"completed\",\"balance\":1.50,\"success_count\":1,"
                    + "\"markdown\":\"# A\",\"list\":[{\"id\":1,\"name\":\"n\"}],\"extracted_schema\":{\"total\":1.50,\"lines\":[{}]},"
                    + "\"citations\":{\"total\":{\"bounding_regions\":[{\"position\":[1,2],\"page_id\":1}]}},"
                    + "\"stamps\":[{}],\"elements\":[{\"type\":\"text\",\"page_number\":1}],\"pages\":[{\"page_number\":1}],"
                    + VALUES + "}";
    private static final String CROP = response("{\"origin_width\":1,\"image_list\":[{\"image\":\"/9j/2Q==\","
            + "\"position\":[0,0,1,0,1,1,0,1],\"angle\":0}]}");
    private static final String OTHER = response(FIELDS);

    private static final List<Class<?>> TYPES = List.of(
            Balance.class,
            AccountOperations.PackageList.class,
            ParseJob.class,
            ParseCompletion.class,
            CategoryField.class,
            CategoryTable.class,
            Citation.class,
            DocumentPart.class,
            PageMarkdown.class,
            ExtractedFields.class);

    private SampleResponses() {}

    private static String response(String payload) {
        return "{\"code\":200,\"message\":\"success\",\"version\":\"v1\",\"duration\":1.5,\"x_request_id\":\"r\","
                + VALUES + ",\"result\":" + payload + ",\"data\":" + payload + "}";
    }

    /**
     * Requires that the responses of all operations can be read and converted to JSON.
     *
     * @throws IllegalStateException if a class is missing or does not fit; it names the class and the jars of Jackson
     */
    public static void requireReadable(CamelContext context) {
        try {
            read(() -> new SpoolingOutputStream(context));
        } catch (IOException | RuntimeException | LinkageError e) {
            throw new IllegalStateException(
                    "The component docproc cannot read responses of the service: " + rootCause(e)
                            + "; the class path has "
                            + jars()
                            + ", allowed are jars of one version of Jackson; import camel-bom of the version of"
                            + " Camel, and jackson-bom if another BOM sets another version of Jackson",
                    e);
        }
    }

    private static void read(Supplier<SpoolingOutputStream> spools) throws IOException {
        ObjectMapper mapper = ModelJson.mapper();
        mapper.writeValueAsBytes(
                CropOperation.Received.read(sample(CROP), spools).response());
        SpooledResponse response = SpooledResponse.read(sample(OTHER), spools.get(), Set.of("job_id"));
        response.envelope().requireSuccess(response::whole);
        mapper.writeValueAsString(response.as(ExtractResponse.class));
        mapper.writeValueAsString(response.as(WorkflowReply.class));
        for (Class<?> type : TYPES) {
            mapper.writeValueAsString(response.payloadAs("data", type));
        }
        ParsedDocument document = response.document();
        for (ParseOutput output : ParseOutput.values()) {
            // A part is a message, which needs more of the context than it has yet.
            if (DocumentOutput.of(output.name(), null).body(document) instanceof DocumentParts parts
                    && !parts.iterator().hasNext()) {
                throw new IllegalStateException("output " + output + " of a sample has no part");
            }
        }
    }

    private static ServiceResponse sample(String json) {
        return new ServiceResponse(
                "sample",
                ServiceCall.Method.GET,
                200,
                "",
                new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)),
                Redaction.NONE);
    }

    private static Throwable rootCause(Throwable failure) {
        Throwable root = ClassUtil.getRootCause(failure);
        return root instanceof ClassNotFoundException
                ? new NoClassDefFoundError(root.getMessage().replace('.', '/'))
                : root;
    }

    /** Returns the names of the jars of Jackson: the annotations know no version. */
    private static String jars() {
        return Stream.<Supplier<Class<?>>>of(() -> ObjectMapper.class, () -> JsonParser.class, () -> JsonProperty.class)
                .map(SampleResponses::jar)
                .collect(Collectors.joining(", "));
    }

    private static String jar(Supplier<Class<?>> type) {
        try {
            CodeSource source = type.get().getProtectionDomain().getCodeSource();
            return source == null ? "null" : source.getLocation().toString().replaceAll(".*/(?=[^/])|[!/]+$", "");
        } catch (LinkageError e) {
            return e.toString();
        }
    }
}
