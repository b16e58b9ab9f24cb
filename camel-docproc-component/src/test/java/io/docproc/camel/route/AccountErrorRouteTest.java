/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.route;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;
import static com.github.tomakehurst.wiremock.client.WireMock.postRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.github.tomakehurst.wiremock.stubbing.StubMapping;
import io.docproc.camel.account.AccountErrorRoutePolicy;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.Stubs;
import io.docproc.camel.testkit.Survives;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A route with {@link AccountErrorRoutePolicy} suspends its file consumer during an account error. */
@Timeout(120)
class AccountErrorRouteTest {
    private static final int DOCUMENTS = 3;
    private static final int MIN_REFUSALS = 10;

    @TempDir
    Path directory;

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @ParameterizedTest
    @ValueSource(ints = {40003, 40008, 40102, 40306})
    @Survives(55)
    void documentsStayInTheFolderUntilTheAccountErrorIsResolved(int code) throws Exception {
        Replies.configure(service, component -> component.setRateLimitCooldown(20));
        service.server().stubFor(Stubs.ok(Replies.CROP_PATH, Replies.CROP));
        service.server().stubFor(get(Replies.BALANCE_PATH).willReturn(okJson(Replies.BALANCE)));
        StubMapping outage = service.server()
                .stubFor(Stubs.ok(Replies.CROP_PATH, "{\"code\":" + code + ",\"message\":\"refused\"}"));
        for (int number = 0; number < DOCUMENTS; number++) {
            Files.write(Files.createDirectories(directory.resolve("in")).resolve(number + ".jpg"), Replies.DOCUMENT);
        }
        poll();
        await().until(() -> calls(outage) >= MIN_REFUSALS);
        assertThat(names("in")).hasSize(DOCUMENTS);

        service.server().removeStub(outage);

        await().until(() -> names("done").size() == DOCUMENTS);
        assertThat(names("pages")).hasSize(DOCUMENTS);
        service.server().verify(DOCUMENTS + (int) calls(outage), postRequestedFor(urlPathEqualTo(Replies.CROP_PATH)));
    }

    private void poll() throws Exception {
        AccountErrorRoutePolicy policy = new AccountErrorRoutePolicy();
        policy.setPause(20);
        service.route(routes -> routes.from(
                        "file:" + directory.resolve("in") + "?initialDelay=0&delay=10&move=../done/${file:name}")
                .routePolicy(policy)
                .to("docproc:crop")
                .to("file:" + directory.resolve("pages")));
    }

    private long calls(StubMapping stub) {
        return service.server().getAllServeEvents().stream()
                .filter(call -> stub.getId().equals(call.getStubMapping().getId()))
                .count();
    }

    private List<String> names(String folder) throws IOException {
        Path path = directory.resolve(folder);
        if (!Files.isDirectory(path)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(path)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> file.getFileName().toString())
                    .toList();
        }
    }
}
