/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.docproc.camel.error.DocprocException;
import io.docproc.camel.model.ServiceResource;
import io.docproc.camel.testkit.GeneratedPage;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The page of typed bodies and exceptions shows each class, and its expressions have the shown values. */
final class TypedBodiesPageTest {
    private static final Path PAGE = GeneratedPage.PAGES.resolve("docproc-bodies.adoc");

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @Test
    void theMembersOfBodiesAndExceptionsAreUpToDate() throws IOException {
        service.component().getConfiguration().setWorkflowUrl(service.server().baseUrl());

        String page = Files.readString(PAGE);
        GeneratedPage.assertUpToDate(
                PAGE, new TypedBodiesPage(service).render() + "\n" + page.substring(page.indexOf("[#fields]")));
    }

    @Test
    void eachBodyIsOnThePage() throws IOException {
        List<String> bodies = new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackagesOf(ServiceResource.class).stream()
                        .filter(type -> type.isAssignableTo(ServiceResource.class) && !type.isInterface())
                        .map(JavaClass::getSimpleName)
                        .toList();

        assertThat(bodies).isNotEmpty();
        assertThat(Files.readString(PAGE)).contains(bodies);
    }

    @Test
    void eachBodyWithoutTheMapOtherIsNamed() throws IOException {
        String page = Files.readString(PAGE);
        String bodies = page.substring(page.indexOf("[#bodies]"), page.indexOf("[#exceptions]"));

        String named = "Each body but "
                + Pattern.compile("\\[#([A-Z]\\w+)]")
                        .matcher(bodies)
                        .results()
                        .map(anchor -> anchor.group(1))
                        .filter(body -> Arrays.stream(model(body).getMethods())
                                .noneMatch(method -> method.getName().equals("other")))
                        .map(body -> "`" + body + "`")
                        .collect(Collectors.joining(", "))
                        .replaceAll(", (\\S+)$", " and $1");

        assertThat(page).contains(named + " also has a `Map` `other`");
    }

    private static Class<?> model(String name) {
        try {
            return Class.forName(ServiceResource.class.getPackageName() + "." + name);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void eachExceptionWithMembersOfItsOwnIsOnThePage() throws IOException {
        List<String> exceptions = new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackagesOf(DocprocException.class)
                        .stream()
                        .filter(type -> type.isAssignableTo(DocprocException.class))
                        .filter(type -> type.getMethods().stream()
                                .anyMatch(method -> method.getName().matches("(?:get|is)[A-Z].*")
                                        && method.getModifiers().contains(JavaModifier.PUBLIC)))
                        .map(type -> "[#" + type.getSimpleName() + "]")
                        .toList();

        assertThat(exceptions).isNotEmpty();
        assertThat(Files.readString(PAGE)).contains(exceptions);
    }
}
