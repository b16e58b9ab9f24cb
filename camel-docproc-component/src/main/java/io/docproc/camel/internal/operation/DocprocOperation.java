/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.body.ParseOutput;
import io.docproc.camel.internal.operation.CallOption.Allowed;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Operations of the component. The name of a constant is the name in the URI, for example {@code docproc:crop}. */
public enum DocprocOperation {
    /** Crops and enhances a photo of a page (interface document, endpoint 1). */
    crop(CropOperation::new, "", "image", "response"),
    /** Extracts fields by a JSON schema (interface document, endpoint 2). */
    extract(ExtractOperation::new, "", "fields", "json", "response"),
    /** Creates a job that parses a document (interface document, endpoint 3). */
    parseAsync(ParseOperations::async, "parse"),
    /** Parses a document and waits for the result (interface document, endpoint 4). */
    parseSync(ParseOperations::sync, "parse", ParseOutput.names()),
    /** Requests the status of a parse job (public API reference). */
    parseStatus(JobOperations::status, ""),
    /** Downloads the result of a parse job. */
    parseResult(JobOperations::result, "", ParseOutput.names()),
    /** Queries the balance of the account (interface document, endpoint 5). */
    balance(AccountOperations::balance, ""),
    /** Queries the packages of the account (interface document, endpoint 6). */
    packages(AccountOperations::packages, ""),
    /** Adds a field to a file category (interface document, endpoint 7). Deprecated by the service. */
    addField(WorkflowOperation::addField, "workflow"),
    /** Updates a table of a file category (interface document, endpoint 8). Deprecated by the service. */
    updateTable(WorkflowOperation::updateTable, "workflow"),
    /** Makes any other call of the provider. */
    call(CallOperation::new, "", "document", "response", "bytes"),
    /** Receives the completions of parse jobs (interface document, Events). Available to consumers only. */
    webhook(null, "", ParseOutput.names()),
    /** Polls submitted jobs until they complete. Has the options of Camel's scheduler. Available to consumers only. */
    completions(null, "scheduler", ParseOutput.names());

    /** Options of Camel's scheduled poll consumer whose labels do not contain {@code scheduler}. */
    private static final Set<String> POLL_OPTIONS = Set.of("pollStrategy", "sendEmptyMessageWhenIdle");

    private final Function<Operation.Settings, Operation> factory;
    private final String family;
    private final List<String> outputs;

    DocprocOperation(Function<Operation.Settings, Operation> factory, String family, String... outputs) {
        this.factory = factory;
        this.family = family.isEmpty() ? name() : family;
        this.outputs = List.of(outputs);
    }

    /** The options of each operation. A class of its own, because they are read when the operations exist. */
    private static final class Options {
        static final Map<DocprocOperation, Map<String, CallOption>> OF =
                Arrays.stream(values()).collect(Collectors.toMap(Function.identity(), Options::declared));

        private static Map<String, CallOption> declared(DocprocOperation operation) {
            return Stream.of(
                            CropOptions.class,
                            ExtractOptions.class,
                            ParseOptions.class,
                            DocumentOptions.class,
                            ServiceOptions.class)
                    .flatMap(type -> CallOption.declaredBy(type).stream())
                    .filter(operation::has)
                    .map(operation::adapted)
                    .collect(Collectors.toMap(
                            CallOption::name, Function.identity(), (one, other) -> one, LinkedHashMap::new));
        }
    }

    /** Returns whether this operation has an option: its labels name the operation or its family, or no operation. */
    public boolean has(CallOption option) {
        return isNamedBy(option)
                || (Arrays.stream(values()).noneMatch(other -> other.isNamedBy(option))
                        && !option.labels().contains(isForConsumers() ? "producer" : "consumer"));
    }

    /** Returns whether the labels of an option name this operation or its family. */
    boolean isNamedBy(CallOption option) {
        return option.labels().contains(name())
                || option.labels().contains(family)
                || (this == completions && POLL_OPTIONS.contains(option.name()));
    }

    /** Returns an option with the values and the field that it has in this operation. */
    CallOption adapted(CallOption option) {
        return switch (option.name()) {
            case "output" -> option.oneOf(outputs);
            case "maxResultSize" -> option.allowing(Allowed.FROM_1.description(), Allowed.FROM_1::accepts);
            case "param" -> RequestFields.paramsOf(this, option);
            default -> family.equals("parse") ? option.ofParse() : option;
        };
    }

    /** Returns whether this operation is for consumers. Producers cannot perform it. */
    public boolean isForConsumers() {
        return factory == null;
    }

    /** Returns whether the response of a call contains a billed result that can be stored and reused. */
    public boolean hasReusableResult() {
        return this == crop || this == extract || this == parseSync;
    }

    /** Returns whether further request fields are query parameters. The requests of the others have JSON. */
    boolean hasQuery() {
        return this == crop || this == packages || this == call;
    }

    /**
     * Returns the operation with a name.
     *
     * @throws IllegalArgumentException if there is no operation with this name
     */
    public static DocprocOperation named(String name) {
        return Arrays.stream(values())
                .filter(operation -> operation.name().equals(name))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException("Operation '" + name
                        + "' does not exist; allowed values after docproc: are "
                        + Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "))));
    }

    /** Returns the options that a call of this operation has, in the order of their declaration. */
    public Collection<CallOption> options() {
        return Options.OF.get(this).values();
    }

    /** Returns the option of a call with a name; empty if this operation does not have it. */
    Optional<CallOption> option(String name) {
        return Optional.ofNullable(Options.OF.get(this).get(name));
    }

    /**
     * Creates the operation for an endpoint.
     *
     * @throws IllegalArgumentException if an option of the endpoint is invalid, or the operation is for consumers
     */
    public Operation create(Operation.Settings settings) {
        if (isForConsumers()) {
            throw new IllegalArgumentException(
                    "docproc:" + name() + " is available to consumers only; use it in from()");
        }
        return factory.apply(settings);
    }
}
