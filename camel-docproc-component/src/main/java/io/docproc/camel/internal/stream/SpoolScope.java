/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.stream;

import java.util.ArrayList;
import java.util.List;
import org.apache.camel.Exchange;

/** The {@link SpoolingOutputStream}s for the response of one call. Not thread-safe. */
public final class SpoolScope {
    private final Exchange exchange;
    private final List<SpoolingOutputStream> opened = new ArrayList<>();

    /** @param exchange the exchange whose context has the stream caching settings */
    public SpoolScope(Exchange exchange) {
        this.exchange = exchange;
    }

    /** Opens another stream. */
    public SpoolingOutputStream open() {
        SpoolingOutputStream spool = new SpoolingOutputStream(exchange);
        opened.add(spool);
        return spool;
    }

    /** Deletes the files of all streams immediately. To be called when the call has failed. */
    public void discard() {
        opened.forEach(SpoolingOutputStream::discard);
    }
}
