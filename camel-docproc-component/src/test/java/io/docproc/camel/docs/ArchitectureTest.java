/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import java.io.IOException;
import org.junit.jupiter.api.Test;

final class ArchitectureTest {
    @Test
    void thePictureOfTheArchitectureIsUpToDate() throws IOException {
        GeneratedPage.assertUpToDate(
                GeneratedPage.PAGES.resolve("images/architecture.svg"), new Architecture().render());
    }
}
