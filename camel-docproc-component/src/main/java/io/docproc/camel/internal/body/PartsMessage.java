/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import org.apache.camel.CamelContext;
import org.apache.camel.support.DefaultMessage;

/**
 * Message whose body may be the parts of a document. The parts inherit the headers that the message has when the body
 * is read, which a split does when it starts.
 */
final class PartsMessage extends DefaultMessage {
    PartsMessage(CamelContext context) {
        super(context);
    }

    @Override
    public PartsMessage newInstance() {
        return new PartsMessage(getCamelContext());
    }

    /** Copies the parts without their headers, because a split copies the message for each part. */
    @Override
    public PartsMessage copy() {
        PartsMessage copy = newInstance();
        copy.copyFromWithNewBody(this, super.getBody());
        if (hasDataType()) {
            copy.setDataType(getDataType());
        }
        return copy;
    }

    @Override
    public Object getBody() {
        Object body = super.getBody();
        return body instanceof DocumentParts parts ? parts.inheriting(getHeaders()) : body;
    }
}
