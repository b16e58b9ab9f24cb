/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.docproc.examples.support.JavaProgram;
import io.docproc.local.LocalService;
import io.docproc.local.LocalServiceOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Local service behind a faulty network, in a separate process, so that its resources are not measured. */
final class SoakService implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int HEAP = 896;

    private final Process process;
    private final Path log;
    private final PrintWriter faults;
    private final String baseUrl;

    /**
     * Starts the process.
     *
     * @param home existing folder
     * @param stallMillis duration of a stall, longer than the timeout of a caller
     */
    SoakService(Path home, int stallMillis) throws IOException {
        log = home.resolve("service.log");
        List<String> arguments = List.of(home.toString(), String.valueOf(stallMillis));
        process = new JavaProgram(SoakService.class, arguments, Map.of("java.awt.headless", "true"), Map.of())
                .process(HEAP)
                .redirectErrorStream(false)
                .redirectError(log.toFile())
                .start();
        faults = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
        baseUrl = process.inputReader(StandardCharsets.UTF_8).readLine();
        if (baseUrl == null) {
            throw ended();
        }
    }

    private IOException ended() throws IOException {
        return new IOException("the local service has ended: " + Files.readString(log));
    }

    /** Prints the URL of the network and sets the faults of each line of input; the arguments are the constructor's. */
    public static void main(String[] args) throws Exception {
        LocalServiceOptions options = new LocalServiceOptions()
                .port(0)
                .packageCalls(Integer.MAX_VALUE)
                .temporaryFolder(Files.createDirectory(Path.of(args[0]).resolve("service")));
        try (LocalService service = new LocalService(options).start();
                Relay relay = new Relay(service.port(), Integer.parseInt(args[1]));
                BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            System.out.println("http://127.0.0.1:" + relay.port());
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                RandomFaults.Faults next = JSON.readValue(line, RandomFaults.Faults.class);
                setFaults(service, next.service().toString());
                relay.set(next.wire());
            }
        }
    }

    private static void setFaults(LocalService service, String json) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(service.baseUrl() + "/_local/faults"))
                .PUT(HttpRequest.BodyPublishers.ofString(json))
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException("the local service refuses " + json + ": " + response.body());
        }
    }

    /** Returns the URL of the service behind the network. */
    String baseUrl() {
        return baseUrl;
    }

    /** Replaces the faults. */
    void set(RandomFaults.Faults next) throws IOException {
        faults.println(JSON.writeValueAsString(next));
        if (faults.checkError()) {
            throw ended();
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }
}
