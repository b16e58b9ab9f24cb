/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.completion;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.fuzz.Fuzzing;
import io.docproc.camel.fuzz.Mutations;
import io.docproc.camel.job.CallbackSigner;
import io.docproc.camel.testkit.CallbackServer;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import org.apache.camel.Exchange;

/** Tests callbacks with generated inputs. */
@AddLifecycleHook(Fuzzing.class)
class CallbackFuzzTest {
    private static final CallbackSigner SIGNER = new CallbackSigner(CallbackServer.SECRET, Clock.systemUTC());
    private static final int MAX_CALLBACK_SIZE = 4_096;

    private final StubServer server = new StubServer(MAX_CALLBACK_SIZE);

    @Provide
    Arbitrary<byte[]> queries() {
        return Mutations.of(List.of(StubServer.SIGNED.getBytes(StandardCharsets.US_ASCII)));
    }

    @Provide
    Arbitrary<byte[]> events() {
        return Mutations.of(List.of(
                bytes(
                        "{\"job_id\":\"job-1\",\"status\":\"completed\",\"result_url\":\"https://results.example.com/1\"}"),
                bytes("{\"job_id\":\"job-2\",\"status\":\"failed\",\"error\":{\"code\":40422,\"message\":\"broken\"}}"),
                bytes("[".repeat(2_000)),
                bytes("{\"job_id\":" + "9".repeat(3_000) + "}")));
    }

    @Provide
    Arbitrary<String> contentTypes() {
        return Arbitraries.oneOf(
                Arbitraries.just("application/json"), Arbitraries.just("application/json; charset=utf-8"), any());
    }

    @Provide
    Arbitrary<String> methods() {
        return Arbitraries.frequencyOf(Tuple.of(9, Arbitraries.just("POST")), Tuple.of(1, any()));
    }

    private static Arbitrary<String> any() {
        return Arbitraries.strings().ofMaxLength(50);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Property
    void onlyASignedCompletionReachesTheRoute(
            @ForAll @From("methods") String method,
            @ForAll @From("contentTypes") String contentType,
            @ForAll @From("queries") byte[] query,
            @ForAll @From("events") byte[] event)
            throws Exception {
        String rawQuery = new String(query, StandardCharsets.ISO_8859_1);
        Exchange http = server.request(method, contentType, rawQuery, new ByteArrayInputStream(event));
        int before = server.routed.size();

        server.process(http, doneSync -> {});

        assertThat(server.pending()).isZero();
        int status = http.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE, Integer.class);
        assertThat(status).isIn(200, 400, 401, 405, 413, 415);
        if (status == 200) {
            assertThat(SIGNER.verify(rawQuery)).contains("a.pdf");
        } else {
            assertThat(server.routed).hasSize(before);
        }
    }

    @Property
    void everySignedCallbackReceivesAResponse(@ForAll @From("events") byte[] event) throws Exception {
        Exchange http = server.request("POST", "application/json", StubServer.SIGNED, new ByteArrayInputStream(event));

        server.process(http, doneSync -> {});

        assertThat(http.getMessage().getHeader(Exchange.HTTP_RESPONSE_CODE, Integer.class))
                .isIn(event.length > MAX_CALLBACK_SIZE ? Set.of(413) : Set.of(200, 400));
    }
}
