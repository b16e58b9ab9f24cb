/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import io.docproc.local.WithSmallFiles;
import org.junit.jupiter.api.BeforeEach;

/** Base class of tests that extract fields from small documents. */
abstract class WithSmallExtraction extends WithSmallFiles {
    protected SmallExtraction extraction;

    @BeforeEach
    void createExtraction() {
        extraction = new SmallExtraction(files);
    }
}
