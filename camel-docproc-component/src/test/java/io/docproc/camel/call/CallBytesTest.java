/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.call;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.WireMock;
import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocDocumentException;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.error.DocprocPartialFailureException;
import io.docproc.camel.error.DocprocServerException;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import org.apache.camel.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code call} with {@code output=bytes}: which responses are files, and which are errors of the service. */
class CallBytesTest {
    private static final String URI = "docproc:call?servicePath=/export_file/download&output=bytes";
    private static final String LONG_TEXT = "x".repeat(70_000);

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"code\":7,\"items\":[]}",
                "{\"items\":[],\"code\":500}",
                "{\"code\":7,\"message\":null}",
                "{\"code\":7,\"message\":{\"text\":\"x\"}}",
                "{\"code\":\"40004\",\"message\":\"x\"}",
                "{\"code\":7.5,\"message\":\"x\"}",
                "{\"code\":0,\"message\":\"x\"}",
                "{\"code\":99999999999,\"message\":\"x\"}",
                "{\"code\":7,\"message\":\"x\",\"data\":{\"message\":\"y\",\"pages\":[]}}",
                "{\"code\":7,\"message\":\"x\",\"data\":[1]}",
                "{\"code\":7,\"msg\":\"x\",\"result\":{\"a\":1}}",
                "{\"code\":7,\"msg\":\"x\",\"result\":\"text\"}",
                "[{\"code\":7,\"message\":\"x\"}]",
                "{\"code\":7,\"message\":\"x\"",
                "{\"code\":7,\"message\":\"x\"} {}",
                "7"
            })
    void aJsonFileWithACodeOfItsOwnIsDelivered(String file) {
        service.respondWith(file);

        assertThat(service.call(URI, null).getBody(String.class)).isEqualTo(file);
    }

    @Test
    void aJsonFileThatIsTooLongForAnErrorIsDelivered() {
        String file = "{\"code\":7,\"message\":\"" + LONG_TEXT + "\"}";
        service.respondWith(file);

        assertThat(service.call(URI, null).getBody(String.class)).isEqualTo(file);
    }

    @Test
    void theEnvelopeOfAFileWithAPayloadIsInTheHeaders() {
        service.respondWith(
                "{\"code\":50207,\"message\":\"page 2\",\"x_request_id\":\"r-1\",\"result\":{\"pages\":[1]}}");

        Message file = service.call(URI, null);

        assertThat(file.getHeader(DocprocConstants.CODE)).isEqualTo(50207);
        assertThat(file.getHeader(DocprocConstants.REQUEST_ID)).isEqualTo("r-1");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"code\":40301,\"message\":\"bad file\"}",
                "{\"msg\":\"bad file\",\"code\":40301,\"result\":null}",
                "{\"code\":40301,\"message\":\"bad file\",\"data\":{}}",
                "{\"code\":40301,\"message\":\"bad file\",\"data\":\"\",\"result\":[]}",
                "{\"code\":40301,\"message\":\"bad file\",\"data\":{\"message\":\"File not uploaded\"}}",
                "{\"code\":40301,\"message\":\"bad file\",\"part_durations\":{\"a\":1}}"
            })
    void theEnvelopeOfAnErrorIsAnExceptionWithAnExcerpt(String error) {
        service.respondWith(error);

        DocprocException failure = service.failure(DocprocDocumentException.class, URI, null);

        assertThat(failure.getCode()).isEqualTo(40301);
        assertThat(failure).hasMessageContaining("bad file").hasMessageContaining("response begins: " + error);
    }

    @Test
    void aPartialFailureWithoutPayloadCarriesTheResponse() {
        String partial = "{\"code\":50207,\"message\":\"page 2\"}";
        service.respondWith(partial);

        Object response =
                service.failure(DocprocPartialFailureException.class, URI, null).getPartialResponse();
        assertThat(service.context().getTypeConverter().convertTo(String.class, response))
                .isEqualTo(partial);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"code\":200,\"data\":{\"image\":\"AQID\"}}",
                "{\"code\":200,\"result\":{\"tables\":[{\"image\":\"AAAA\"}],\"excel\":\"AQID\"}}",
                "{\"result\":{\"markdown\":\"A\",\"excel_base64\":\"AQID\"},\"code\":200}"
            })
    void aFileInBase64IsDecoded(String response) {
        service.respondWith(response);

        assertThat(service.call(URI, null).getBody(byte[].class)).containsExactly(1, 2, 3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"code\":200,\"data\":{\"image\":\"https://files.example.com/1.jpg\"}}",
                "{\"code\":200,\"data\":{\"image\":\"\",\"other\":1}}",
                "{\"code\":200,\"data\":[\"image\",{\"image\":\"AQID\"}]}",
                "{\"code\":7,\"data\":{\"image\":\"AQID\"}}"
            })
    void otherJsonIsDeliveredAsItIs(String response) {
        service.respondWith(response);

        assertThat(service.call(URI, null).getBody(String.class)).isEqualTo(response);
    }

    @Test
    void code404IsAMissingFile() {
        service.respondWith("{\"code\":404,\"message\":\"file not found\"}");

        assertThat(service.failure(DocprocInvalidRequestException.class, URI, null))
                .hasMessageContaining("a file may have expired");
    }

    @Test
    void anErrorOfHttpIsAnErrorWhateverItsBody() {
        respond(503, "{\"code\":200,\"message\":\"x\",\"data\":{\"a\":1}}");
        service.failure(DocprocServerException.class, URI, null);
        respond(404, "{\"code\":40400,\"message\":\"gone\",\"data\":{\"a\":1}}");
        service.failure(DocprocInvalidRequestException.class, URI, null);
    }

    @ParameterizedTest
    @ValueSource(strings = {"<html>", "{}"})
    void status404OfAPostIsNoMissingFile(String body) {
        respond(404, body);

        assertThat(service.send(URI, Replies.DOCUMENT).getException())
                .isInstanceOf(DocprocException.class)
                .isNotInstanceOf(DocprocInvalidRequestException.class);
    }

    private void respond(int status, String body) {
        service.server()
                .stubFor(WireMock.any(anyUrl())
                        .willReturn(aResponse().withStatus(status).withBody(body)));
    }
}
