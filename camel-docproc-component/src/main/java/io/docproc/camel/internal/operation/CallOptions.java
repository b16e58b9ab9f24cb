/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import java.util.stream.Stream;
import org.apache.camel.util.ReflectionHelper;

/** The options that calls may have. In the order of the requests, which contain their fields. Not thread-safe. */
public class CallOptions {
    private final CropOptions crop = new CropOptions();
    private final ExtractOptions extract = new ExtractOptions();
    private final ParseOptions parse = new ParseOptions();
    private final DocumentOptions document = new DocumentOptions();
    private final ServiceOptions service = new ServiceOptions();

    /** Returns the options of {@code crop}. */
    public final CropOptions crop() {
        return crop;
    }

    /** Returns the options of {@code extract}. */
    public final ExtractOptions extract() {
        return extract;
    }

    /** Returns the options of the parse calls and of their jobs. */
    public final ParseOptions parse() {
        return parse;
    }

    /** Returns the options that several operations have. */
    public final DocumentOptions document() {
        return document;
    }

    /** Returns the options of the other operations. */
    public final ServiceOptions service() {
        return service;
    }

    /** Returns the value of an option; null if it is not set. */
    final Object get(OptionDeclaration option) {
        return ReflectionHelper.getField(option.source(), owner(option));
    }

    /** Sets an option. */
    final void set(OptionDeclaration option, Object value) {
        ReflectionHelper.setField(option.source(), owner(option), value);
    }

    private Object owner(OptionDeclaration option) {
        return Stream.of(crop, extract, parse, document, service)
                .filter(option.source().getDeclaringClass()::isInstance)
                .findAny()
                .orElseThrow();
    }

    /**
     * Requires that the values are allowed.
     *
     * @throws IllegalArgumentException if a value is not
     */
    public final void requireAllowed(DocprocOperation operation) {
        for (OptionDeclaration option : operation.options()) {
            Object value = get(option);
            if (value != null && !option.accepts().test(value)) {
                throw new IllegalArgumentException("Option " + option.name() + " of docproc:" + operation + " is '"
                        + OptionDeclaration.shown(value) + "'; allowed is " + option.allowed());
            }
        }
    }
}
