/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.compatibility;

import io.docproc.test.DocprocTestService;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** The component under Camel Main with routes in XML. */
class XmlRoutesTest {
    @RegisterExtension
    static final DocprocTestService service = DocprocTestService.create();

    @TempDir
    private Path folder;

    @Test
    void runsRoutesInXml() throws Exception {
        Applications.assertRoutesUnderCamelMain("routes.xml", service, folder);
    }
}
