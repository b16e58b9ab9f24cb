/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.fuzz.Fuzzing;
import io.docproc.camel.fuzz.Mutations;
import io.docproc.camel.internal.body.ParsedDocument;
import io.docproc.camel.internal.body.SpoolingOutputStream;
import io.docproc.camel.internal.http.Redaction;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.internal.http.ServiceResponse;
import io.docproc.camel.testkit.TestContexts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;

/** Tests results with generated inputs. */
@AddLifecycleHook(Fuzzing.class)
class ResultFuzzTest {
    private final DefaultCamelContext camel = TestContexts.create();

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Provide
    Arbitrary<byte[]> results() {
        return Mutations.of(List.of(
                bytes("{\"code\":200,\"message\":\"ok\",\"data\":{\"markdown\":\"# A\",\"pages\":[{\"page_id\":1}]}}"),
                bytes("{\"markdown\":\"# A\",\"pages\":[{\"page_id\":1,\"width\":600}]}"),
                bytes("{\"code\":40400,\"message\":\"no such result\"}"),
                bytes("{\"pages\":" + "[".repeat(2_000) + "}")));
    }

    @Property
    void aResultIsStoredOrRefused(@ForAll @From("results") byte[] result) throws Exception {
        try {
            ParsedDocument stored = SpooledResponse.readResult(
                            new ServiceResponse(
                                    "parseResult",
                                    ServiceCall.Method.GET,
                                    200,
                                    "",
                                    new ByteArrayInputStream(result),
                                    Redaction.NONE),
                            new SpoolingOutputStream(new DefaultExchange(camel)))
                    .downloaded();

            assertThat(stored.isPartial() || stored.content().orElseThrow().length() > 0)
                    .isTrue();
        } catch (IOException e) {
            assertThat(e.getMessage()).isNotBlank();
        }
    }
}
