/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import com.tngtech.archunit.ArchConfiguration;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.stream.Stream;

/** Methods of the test classes of the component, read without the classes that they refer to. */
final class TestMethods {
    private TestMethods() {}

    static Stream<JavaMethod> all() {
        return ArchConfiguration.withThreadLocalScope(configuration -> {
            configuration.setResolveMissingDependenciesFromClassPath(false);
            return new ClassFileImporter()
                    .withImportOption(new ImportOption.OnlyIncludeTests()).importPackages("io.docproc.camel").stream()
                            .flatMap(type -> type.getMethods().stream());
        });
    }
}
