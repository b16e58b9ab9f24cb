/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** Does the work of one operation. */
@FunctionalInterface
public interface Endpoint {
    /**
     * Answers a call.
     *
     * @return the members that stand beside {@code code} and {@code message}, such as {@code result} or {@code data}
     * @throws io.docproc.local.ServiceException if the call is refused, with the code to answer
     */
    ObjectNode answer(Call call) throws IOException;
}
