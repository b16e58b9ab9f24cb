/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.stub;

import java.io.IOException;

/** Action of a stub on a call. */
@FunctionalInterface
public interface CallAction {
    /** Completes the call. */
    void apply(CallTarget call) throws IOException;
}
