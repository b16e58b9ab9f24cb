/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;

/** Property placeholders of an application whose properties are loaded, read by its Java code. */
public record ExampleProperties(CamelContext context) {

    /** Returns the value of a property. */
    public String text(String name) {
        return context.resolvePropertyPlaceholders("{{" + name + "}}");
    }

    /** Returns true if a property is set and not blank. */
    public boolean isSet(String name) {
        return !context.resolvePropertyPlaceholders("{{" + name + ":}}").isBlank();
    }

    /** Returns true if a property is {@code true}. */
    public boolean flag(String name) {
        return Boolean.parseBoolean(text(name));
    }

    /** Returns the absolute path that a property names. */
    public Path path(String name) {
        return Path.of(text(name)).toAbsolutePath().normalize();
    }

    /** Returns the folder that a property names, and creates it; throws an {@link InvalidSettingException} if it is not writable. */
    public Path folder(String name) throws IOException {
        Path folder = Files.createDirectories(path(name));
        if (!Files.isWritable(folder)) {
            throw new InvalidSettingException("cannot write to the folder " + folder);
        }
        return folder;
    }

    /** Returns a property; throws an {@link InvalidSettingException} if it is not a whole number from {@code min}. */
    public int number(String name, int min) {
        String value = text(name);
        if (value.matches("[0-9]{1,9}") && Integer.parseInt(value) >= min) {
            return Integer.parseInt(value);
        }
        throw new InvalidSettingException(name + " is '" + value + "'; allowed is a whole number from " + min);
    }

    /** Throws an {@link InvalidSettingException} with what to set if a property that an account requires is not set. */
    void require(String name, String hint) {
        if (!isSet(name)) {
            throw new InvalidSettingException("docproc.baseUrl is set, so " + hint + " must be set too");
        }
    }

    /** Returns the names of the files in a folder without hidden ones; empty if the folder is missing. */
    public static Set<String> files(Path folder) {
        File[] files = folder.toFile()
                .listFiles(file -> file.isFile() && !file.getName().startsWith("."));
        return files == null ? Set.of() : Stream.of(files).map(File::getName).collect(Collectors.toSet());
    }
}
