/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.http;

import java.util.ArrayList;
import java.util.List;
import org.apache.camel.Exchange;

/** The places for bytes of one call's answer; when the call fails, nobody will ever read them. */
public final class Spools {
    private final Exchange exchange;
    private final List<Spool> opened = new ArrayList<>();

    /** Places that live as long as the exchange. */
    public Spools(Exchange exchange) {
        this.exchange = exchange;
    }

    /** One more place. */
    public Spool open() {
        Spool spool = new Spool(exchange);
        opened.add(spool);
        return spool;
    }

    /** Deletes what was stored so far. */
    public void discard() {
        opened.forEach(Spool::discard);
    }
}
