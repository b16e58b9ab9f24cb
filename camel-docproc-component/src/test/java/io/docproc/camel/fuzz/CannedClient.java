/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.fuzz;

import java.io.IOException;
import java.io.OutputStream;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;

/** Takes every request and gives one answer, without a network, so that thousands can be tried. */
public class CannedClient extends CloseableHttpClient {
    private final int status;
    private final byte[] answer;

    /** A client that always answers so. */
    public CannedClient(int status, byte[] answer) {
        this.status = status;
        this.answer = answer;
    }

    @Override
    public ClassicHttpResponse executeOpen(HttpHost target, ClassicHttpRequest request, HttpContext context)
            throws IOException {
        if (request.getEntity() != null) {
            request.getEntity().writeTo(OutputStream.nullOutputStream());
        }
        ClassicHttpResponse response = new BasicClassicHttpResponse(status);
        response.setEntity(new ByteArrayEntity(answer, ContentType.APPLICATION_JSON));
        return response;
    }

    @Override
    protected CloseableHttpResponse doExecute(HttpHost target, ClassicHttpRequest request, HttpContext context) {
        throw new IllegalStateException("answers are read from the open response");
    }

    @Override
    public void close() {}

    @Override
    public void close(CloseMode mode) {}
}
