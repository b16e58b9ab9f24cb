/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.call;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.error.DocprocInvalidRequestException;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.model.DocumentPart;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.camel.Exchange;
import org.apache.camel.component.mock.MockEndpoint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code call} with {@code output=files}: the files of all pages of a list; the language; the name of a downloaded file. */
class CallFilesTest {
    private static final String PATH = "/api/app-api/sip/platform/v2/file/fetch";
    private static final String URI = "docproc:call?service=workflow&servicePath=" + PATH + "&output=files";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    /** Responds with pages of these numbers of files. */
    private void pages(int... sizes) {
        service.component().getConfiguration().setWorkflowUrl(service.server().baseUrl());
        for (int page = 1; page <= sizes.length; page++) {
            int number = page;
            String files = IntStream.range(0, sizes[page - 1])
                    .mapToObj(file -> "{\"id\":\"" + number + "-" + file + "\",\"recognition_status\":" + file + "}")
                    .collect(Collectors.joining(","));
            service.server()
                    .stubFor(get(urlPathEqualTo(PATH))
                            .withQueryParam("page", equalTo(String.valueOf(page)))
                            .withQueryParam("page_size", equalTo("3"))
                            .withQueryParam("workspace_id", equalTo("1001"))
                            .willReturn(okJson("{\"code\":200,\"result\":{\"files\":[" + files + "]}}")));
        }
    }

    private Exchange list(String uri) throws Exception {
        service.route(routes -> routes.from("direct:list")
                .to(uri)
                .split(routes.body())
                .streaming()
                .stopOnException()
                .to("mock:files"));
        return service.send("direct:list", null, Map.of("tenant", "a"));
    }

    private List<Object> ids() {
        return files().getExchanges().stream()
                .map(file -> file.getMessage().getBody(Map.class).get("id"))
                .toList();
    }

    private MockEndpoint files() {
        return service.context().getEndpoint("mock:files", MockEndpoint.class);
    }

    @ParameterizedTest
    @CsvSource({"1, 3, 3, 1, 3", "1, 3, 3, 0, 3", "1, 2, 0, 0, 2", "1, 0, 0, 0, 1", "2, 9, 3, 2, 2"})
    void allPagesAreOneIterable(int first, int one, int two, int three, int requests) throws Exception {
        pages(one, two, three);

        assertThat(list(URI + "&serviceMethod=GET&param.workspace_id=1001&param.page_size=3&param.page=" + first)
                        .getException())
                .isNull();

        assertThat(ids()).hasSize((first == 1 ? one : 0) + two + three).doesNotHaveDuplicates();
        service.server().verify(requests, getRequestedFor(urlPathEqualTo(PATH)));
        assertThat(service.meters().calls("operation", "call", "outcome", "billed"))
                .isEqualTo(requests);
    }

    @Test
    void aPageIsRequestedWhenThePageBeforeIsRead() throws Exception {
        pages(3, 2);
        List<Integer> requests = new ArrayList<>();
        service.route(routes -> routes.from("direct:first")
                .to(URI + "&param.workspace_id=1001&param.page_size=3&param.page=1")
                .split(routes.body())
                .streaming()
                .process(file -> requests.add(service.server()
                        .findAll(getRequestedFor(urlPathEqualTo(PATH)))
                        .size())));

        service.call("direct:first", null);

        // The splitter looks one part ahead.
        assertThat(requests).containsExactly(1, 1, 2, 2, 2);
    }

    @Test
    void aFileHasItsStateAsTextAndTheHeadersOfTheMessage() throws Exception {
        service.component().getConfiguration().setWorkflowUrl(service.server().baseUrl());
        service.respondWith("{\"code\":200,\"msg\":\"success\",\"result\":{\"files\":["
                + "{\"recognition_status\":0},{\"recognition_status\":1},{\"recognition_status\":\"2\"},"
                + "{\"recognition_status\":4},{\"recognition_status\":10},{\"recognition_status\":null},{}]}}");

        assertThat(list(URI).getException()).isNull();

        assertThat(files().getExchanges())
                .extracting(
                        file -> file.getMessage().getBody(DocumentPart.class).status())
                .containsExactly("pending", "completed", "failed", "in_progress", "classified", "", "");
        assertThat(files().getExchanges())
                .allSatisfy(file ->
                        assertThat(file.getMessage().getHeader("tenant")).isEqualTo("a"));
        service.server().verify(1, getRequestedFor(urlPathEqualTo(PATH)));
    }

    @Test
    void theFailureOfALaterPageFailsTheSplit() throws Exception {
        pages(3);
        service.server()
                .stubFor(get(urlPathEqualTo(PATH))
                        .withQueryParam("page", equalTo("2"))
                        .willReturn(okJson("{\"code\":40004,\"msg\":\"no such page\"}")));

        assertThat(list(URI + "&param.workspace_id=1001&param.page_size=3&param.page=1")
                        .getException())
                .isInstanceOf(DocprocInvalidRequestException.class)
                .hasMessageContaining("no such page");
        assertThat(ids()).startsWith("1-0", "1-1");
    }

    @Test
    void anotherResponseAndAnotherMethodAreRefused() {
        service.component().getConfiguration().setWorkflowUrl(service.server().baseUrl());
        service.respondWith("{\"code\":200,\"result\":{\"pages\":[]}}");

        assertThat(service.failure(DocprocInvalidResponseException.class, URI, null))
                .hasMessageContaining("has no array 'files', which output=files requires");
        assertThat(service.failure(DocprocInvalidRequestException.class, URI, Replies.DOCUMENT))
                .hasMessageContaining("allowed is serviceMethod=GET");
        assertThat(service.failure(
                        DocprocInvalidRequestException.class, URI + "&param.page_size=3&param.page=next", null))
                .hasMessageContaining("param.page is 'next'");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "attachment; filename=\"sample 1.pdf\" | sample 1.pdf",
                "attachment; filename=\"x.pdf\"; filename*=UTF-8''%E5%90%88%E5%90%8C.pdf | 合同.pdf",
                "attachment;filename=a.xlsx | a.xlsx",
                "attachment; filename=\"../../etc/pass\u0001wd\" | passwd",
                "attachment; filename=\"C:\\\\Users\\\\a.pdf\" | a.pdf",
                "attachment; filename*=none''x | ",
                "attachment; filename*=x | ",
                "attachment; filename* | ",
                "attachment; filename*; filename=b.pdf | b.pdf",
                "attachment; filename*=none''x; filename=c.pdf | c.pdf",
                "attachment; filename= | ",
                "inline | ",
                " | "
            })
    void theNameOfADownloadedFileIsAHeader(String disposition, String name) {
        var response = aResponse().withBody("%PDF");
        service.server()
                .stubFor(get(anyUrl())
                        .willReturn(
                                disposition == null
                                        ? response
                                        : response.withHeader("Content-Disposition", disposition)));

        assertThat(service.call("docproc:call?servicePath=/a&output=bytes", null)
                        .getHeader(DocprocConstants.RESPONSE_FILE_NAME))
                .isEqualTo(name);
    }
}
