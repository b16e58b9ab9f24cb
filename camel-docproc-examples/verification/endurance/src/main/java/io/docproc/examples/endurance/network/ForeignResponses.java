/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.endurance.network;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Invalid responses that do not come from the service, in rotation. */
final class ForeignResponses {
    private static final int DEEP = 10_000;
    private static final int LONG = 2_000_000;
    private static final String OK = "200 OK\r\n";
    private static final String CHUNKED = "Transfer-Encoding: chunked\r\n\r\n";
    private static final List<byte[]> ALL = List.of(
            head(OK + "Content-Length: 0\r\n\r\n"),
            head("204 No Content\r\n\r\n"),
            head(OK + "Content-Length: 1000\r\n\r\n{\"code\":200,\"result\":{"),
            head(OK + CHUNKED + "zz\r\n{\"code\":200}"),
            head(OK + CHUNKED + "fffffff\r\n{\"code\":200,"),
            head(OK + "Content-Type: text/html\r\n\r\n<html>Sign in to the guest network</html>"),
            head(OK + "Content-Type: application/json\r\n\r\n" + "[".repeat(DEEP)),
            head(OK + "X-Long: " + "x".repeat(LONG) + "\r\n\r\n{}"),
            head("302 Found\r\nLocation: http://127.0.0.1:1/\r\n\r\n"),
            head("401 Unauthorized\r\nWWW-Authenticate: Basic realm=\"proxy\"\r\n\r\n"),
            head("429 Too Many Requests\r\nRetry-After: 3600\r\n\r\n"),
            head("500 Error\r\nContent-Type: application/json\r\n\r\n{\"code\":50011,\"msg\":\"" + "x".repeat(LONG)),
            head("503 Service Unavailable\r\nRetry-After: 3600\r\n\r\n<html>503</html>"),
            head("100 Continue\r\n\r\n"),
            head("999 Nonsense\r\n\r\n"),
            "SSH-2.0-Server\r\n".getBytes(StandardCharsets.US_ASCII));

    private final AtomicInteger index = new AtomicInteger();

    private static byte[] head(String afterVersion) {
        return ("HTTP/1.1 " + afterVersion).getBytes(StandardCharsets.US_ASCII);
    }

    /** Returns the next response, after which the connection is closed. */
    byte[] next() {
        return ALL.get(Math.floorMod(index.getAndIncrement(), ALL.size()));
    }
}
