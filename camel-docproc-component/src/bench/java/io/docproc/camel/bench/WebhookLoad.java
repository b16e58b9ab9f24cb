/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import io.docproc.camel.bench.Rounds.Round;
import io.docproc.camel.job.CallbackSigner;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Main class of a child process that sends callbacks over persistent connections with minimal overhead. */
public final class WebhookLoad {
    private static final int CONNECTIONS = 8;
    private static final int WARM_UP = 100_000;
    private static final String RESULT_URL = "https://results.example.com/r";
    private static final AtomicLong JOB = new AtomicLong();

    private final int port;
    private final String target;
    private final String resultUrl;
    private final ThreadLocal<Socket> connection = ThreadLocal.withInitial(this::connect);

    /**
     * @param port port of the server
     * @param target path and query of the request
     * @param resultUrl result URL in the callbacks
     */
    WebhookLoad(int port, URI target, String resultUrl) {
        this.port = port;
        this.resultUrl = resultUrl;
        this.target = target.getRawQuery() == null ? target.getPath() : target.getPath() + "?" + target.getRawQuery();
    }

    /** Sends to the server on {@code <port>} for {@code <rounds>} rounds. */
    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[2]);
        WebhookLoad consumer = new WebhookLoad(port, signed(), RESULT_URL);
        WebhookLoad bare = new WebhookLoad(port, URI.create(WebhookServer.BARE), RESULT_URL);
        Rounds rounds = new Rounds(CONNECTIONS, Duration.ofMillis(1500));
        rounds.warmUp(WARM_UP, consumer::send);
        rounds.warmUp(WARM_UP, bare::send);
        List<Round> consumerRounds = new ArrayList<>();
        List<Round> bareRounds = new ArrayList<>();
        for (int round = 0; round < Integer.parseInt(arguments[3]); round++) {
            consumerRounds.add(rounds.run(consumer::send));
            bareRounds.add(rounds.run(bare::send));
        }
        Report.value("docproc.perSecond", Rounds.median(consumerRounds).perSecond());
        Report.value("bare.perSecond", Rounds.median(bareRounds).perSecond());
        System.exit(0);
    }

    /** Returns a signed callback URL. */
    static URI signed() {
        return new CallbackSigner(WebhookServer.SECRET, Clock.systemUTC())
                .sign(URI.create(WebhookServer.CONSUMER), "invoice-4711.pdf", Duration.ofDays(1));
    }

    /** Sends one callback with a new job id and waits for the response. */
    void send() throws IOException {
        String event = "{\"job_id\":\"job-" + JOB.incrementAndGet() + "\",\"status\":\"completed\",\"result_url\":\""
                + resultUrl + "\"}";
        String request = "POST " + target + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: " + event.length() + "\r\n\r\n" + event;
        Socket socket = connection.get();
        socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
        readResponse(socket.getInputStream());
    }

    private Socket connect() {
        try {
            Socket socket = new Socket("localhost", port);
            socket.setTcpNoDelay(true);
            return socket;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads a short response, which ends with its JSON or, if chunked, with an empty chunk. */
    private static void readResponse(InputStream in) throws IOException {
        byte[] buffer = new byte[4096];
        int count = 0;
        while (true) {
            int read = in.read(buffer, count, buffer.length - count);
            count += Math.max(read, 0);
            String response = new String(buffer, 0, count, StandardCharsets.US_ASCII);
            if (read <= 0 || !response.startsWith("HTTP/1.1 200")) {
                throw new IOException("unexpected response: " + response);
            }
            if (response.endsWith(response.contains("chunked") ? "\r\n0\r\n\r\n" : "}")) {
                return;
            }
        }
    }
}
