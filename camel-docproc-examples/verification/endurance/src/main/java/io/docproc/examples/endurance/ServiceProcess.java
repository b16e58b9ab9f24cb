/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance;

import io.docproc.examples.support.JavaProgram;
import io.docproc.local.Main;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Local service in a separate process, so that its memory is not measured with that of the component. */
final class ServiceProcess implements AutoCloseable {
    private static final Pattern ADDRESS = Pattern.compile("Local service at (\\S+), App ID.*");
    private static final int HEAP = 768;

    private final Process process;
    private final Thread reader;
    private final String baseUrl;

    private ServiceProcess(Process process, Thread reader, String baseUrl) {
        this.process = process;
        this.reader = reader;
        this.baseUrl = baseUrl;
    }

    /** Starts it on a free port. */
    static ServiceProcess start(Path temporaryFolder) throws IOException {
        Process process = new JavaProgram(
                        Main.class,
                        List.of("--port", "0", "--package-calls", String.valueOf(Integer.MAX_VALUE)),
                        Map.of("java.io.tmpdir", temporaryFolder.toString(), "java.awt.headless", "true"),
                        Map.of())
                .process(HEAP)
                .start();
        BufferedReader output = process.inputReader();
        String baseUrl = baseUrl(output).orElseThrow(() -> {
            process.destroyForcibly();
            return new IOException("the local service has ended before it printed its address");
        });
        Thread reader = new Thread(() -> drain(output), "service-output");
        reader.setDaemon(true);
        reader.start();
        return new ServiceProcess(process, reader, baseUrl);
    }

    private static Optional<String> baseUrl(BufferedReader output) throws IOException {
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            Matcher address = ADDRESS.matcher(line);
            if (address.matches()) {
                return Optional.of(address.group(1));
            }
        }
        return Optional.empty();
    }

    private static void drain(BufferedReader output) {
        try (output) {
            output.transferTo(Writer.nullWriter());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ServiceAccount account() {
        return new ServiceAccount(baseUrl, "local-app", "local-secret");
    }

    /** Replaces the faults that strike, as {@code /_local/faults} takes them. */
    void setFaults(String faults) throws IOException {
        HttpURLConnection call = (HttpURLConnection)
                URI.create(baseUrl + "/_local/faults").toURL().openConnection();
        call.setRequestMethod("PUT");
        // kept open, it would be taken for one of the component's
        call.setRequestProperty("Connection", "close");
        call.setDoOutput(true);
        try (OutputStream body = call.getOutputStream()) {
            body.write(faults.getBytes(StandardCharsets.UTF_8));
        }
        try {
            if (call.getResponseCode() != HttpURLConnection.HTTP_OK) {
                throw new IOException("the local service refuses " + faults);
            }
        } finally {
            // a response that is not read keeps its connection open
            call.disconnect();
        }
    }

    @Override
    public void close() throws InterruptedException {
        process.destroy();
        process.waitFor();
        reader.join();
    }
}
