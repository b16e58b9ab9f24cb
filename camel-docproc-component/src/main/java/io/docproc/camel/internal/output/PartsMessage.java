/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.output;

import org.apache.camel.CamelContext;
import org.apache.camel.support.DefaultMessage;

/**
 * Message whose body may be an iterator over the parts of a document. The parts inherit the headers that the message
 * has when they are split. A copy of the message, for example for a branch of a multicast, has an iterator of its own.
 */
final class PartsMessage extends DefaultMessage {
    private DocumentParts parts;

    PartsMessage(CamelContext context) {
        super(context);
    }

    @Override
    public PartsMessage newInstance() {
        return new PartsMessage(getCamelContext());
    }

    @Override
    public void setBody(Object body) {
        if (body instanceof DocumentParts other) {
            parts = other.of(this);
            super.setBody(parts);
        } else {
            super.setBody(body);
        }
    }

    /** Detaches the iterator, because Camel reuses the message of a pooled exchange for another exchange. */
    @Override
    public void reset() {
        if (parts != null) {
            parts.detach();
            parts = null;
        }
        super.reset();
    }
}
