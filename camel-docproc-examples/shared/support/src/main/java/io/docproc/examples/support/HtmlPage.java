/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import freemarker.template.Configuration;
import freemarker.template.TemplateException;
import freemarker.template.TemplateExceptionHandler;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;

/** Writes HTML pages from FreeMarker templates of the class path. */
public final class HtmlPage {
    private HtmlPage() {}

    /** Writes a page atomically, so that a crash leaves the earlier one, from a template such as {@code report/index.ftlh}. */
    public static void write(Path file, String template, Map<String, ?> model) throws IOException {
        Configuration templates = new Configuration(Configuration.VERSION_2_3_34);
        templates.setClassForTemplateLoading(HtmlPage.class, "/");
        templates.setNumberFormat("computer");
        templates.setTemplateExceptionHandler(TemplateExceptionHandler.RETHROW_HANDLER);
        templates.setLogTemplateExceptions(false);
        Path unfinished = file.resolveSibling(".unfinished-" + file.getFileName());
        try (Writer html = Files.newBufferedWriter(unfinished)) {
            templates.getTemplate(template).process(model, html);
        } catch (TemplateException e) {
            throw new IllegalStateException(template, e);
        }
        Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }
}
