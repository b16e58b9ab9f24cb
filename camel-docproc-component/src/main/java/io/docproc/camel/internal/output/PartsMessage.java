/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.output;

import org.apache.camel.CamelContext;
import org.apache.camel.support.DefaultMessage;

/**
 * Message whose body may be an iterator over the parts of a document. The parts inherit the headers that the message
 * has when they are split. Each access returns a new iterator, so that each split, and each copy of the message, starts
 * at the first part.
 */
final class PartsMessage extends DefaultMessage {
    private InheritedHeaders inherited;

    PartsMessage(CamelContext context) {
        super(context);
    }

    @Override
    public PartsMessage newInstance() {
        return new PartsMessage(getCamelContext());
    }

    @Override
    public Object getBody() {
        Object body = super.getBody();
        if (!(body instanceof DocumentParts parts)) {
            return body;
        }
        if (inherited == null) {
            inherited = new InheritedHeaders(this);
        }
        return parts.inheriting(inherited);
    }

    /** Detaches the iterators, because Camel reuses the message of a pooled exchange for another exchange. */
    @Override
    public void reset() {
        if (inherited != null) {
            inherited.detach();
            inherited = null;
        }
        super.reset();
    }
}
