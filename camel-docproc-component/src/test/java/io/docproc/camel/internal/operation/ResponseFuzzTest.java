/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.fuzz.CannedClient;
import io.docproc.camel.fuzz.Fuzzing;
import io.docproc.camel.fuzz.Mutations;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;

/** Fuzzing of the responses to every operation that makes a call. */
@AddLifecycleHook(Fuzzing.class)
class ResponseFuzzTest {
    private static final byte[] SCHEMA =
            "{\"type\":\"object\",\"properties\":{\"total\":{\"type\":\"string\"}}}".getBytes(StandardCharsets.UTF_8);
    private static final Map<String, Object> OPTIONS = Map.of(
            "schema", "base64:" + Base64.getEncoder().encodeToString(SCHEMA),
            "servicePath", "/crop",
            "apiPath", "/crop",
            "jobId", "job-1");
    private static final Map<String, Object> BODIES =
            Map.of("addField", Map.of("name", "total"), "updateTable", Map.of("name", "lines"));
    private static final byte[] DOCUMENT = "%PDF-1.7\n%%EOF\n".getBytes(StandardCharsets.US_ASCII);

    private final OperationFixture fixture = new OperationFixture();

    @Provide
    Arbitrary<byte[]> responses() {
        return Mutations.of(Stream.of(
                        """
                        {"code":200,"message":"success","x_request_id":"r-1","version":"1","duration":12,"result":
                        {"origin_width":9,"origin_height":8,"image_list":[{"angle":0,"cropped_width":7,
                        "position":[1,2,3,4,5,6,7,8],"image":"/9j/4AABAgP/2Q=="}]}}""",
                        """
                        {"code":200,"message":"success","result":{"success_count":1,"extracted_schema":{"total":"1.5"},
                        "citations":{"total":{"value":"1.5","bounding_regions":[{"page_number":1,"position":[1,2,3,4,
                        5,6,7,8],"text":"1.5"}]}},"pages":[{"page_number":1,"status":"Success"}]}}""",
                        """
                        {"code":200,"message":"ok","data":{"job_id":"j-1","status":"completed","markdown":"# A",
                        "result_url":"https://results.example.com/1"}}""",
                        """
                        {"code":200,"msg":"success","data":{"balance":12.5}}""",
                        """
                        {"code":200,"msg":"success","data":[{"id":1,"total":10,"used":3,"end_time":"2030-01-01"}]}""",
                        """
                        {"code":200,"message":"success","result":{"id":"f-1","name":"total"}}""",
                        """
                        {"code":40302,"message":"too large","x_request_id":"r-2"}""",
                        "<html><body>502 Bad Gateway</body></html>")
                .map(response -> response.getBytes(StandardCharsets.UTF_8))
                .toList());
    }

    @Provide
    Arbitrary<DocprocOperation> calls() {
        // parse and parseResult would wait for a job or download a result; parseAsync and parseStatus read the same
        // responses.
        return Arbitraries.of(DocprocOperation.class)
                .filter(operation -> !operation.isForConsumers()
                        && operation != DocprocOperation.parse
                        && operation != DocprocOperation.parseResult);
    }

    @Provide
    Arbitrary<Integer> statuses() {
        return Arbitraries.of(List.of(200, 200, 200, 204, 302, 400, 500, 503));
    }

    @Property
    void aResponseIsReadOrRejectedWithinTheLimits(
            @ForAll @From("calls") DocprocOperation operation,
            @ForAll @From("responses") byte[] response,
            @ForAll @From("statuses") int status) {
        OPTIONS.forEach(fixture::option);
        Object body = BODIES.getOrDefault(operation.name(), DOCUMENT);
        try {
            Operation.Result result = fixture.perform(operation.name(), body, new CannedClient(status, response));

            assertThat(result.headers().values()).doesNotContainNull();
        } catch (DocprocException e) {
            assertThat(e).hasMessageStartingWith(operation.name() + ": ");
        }
    }
}
