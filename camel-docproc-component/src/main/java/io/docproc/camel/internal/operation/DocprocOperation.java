/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.internal.body.ParseOutput;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Operations of the component. The name of a constant is the name in the URI, for example {@code docproc:crop}. */
public enum DocprocOperation {
    /** Crops and enhances a photo of a page (interface document, endpoint 1). */
    crop(CropOperation::new, "", "image", "response"),
    /** Extracts fields by a JSON schema (interface document, endpoint 2). */
    extract(ExtractOperation::new, "", "fields", "json", "response"),
    /** Creates a job that parses a document, waits for it, and downloads its result. */
    parse(JobOperations::parse, "", ParseOutput.names()),
    /** Creates a job that parses a document (interface document, endpoint 3). */
    parseAsync(JobOperations::async, ""),
    /** Parses a document and waits for the result (interface document, endpoint 4). */
    parseSync(ParseOperations::sync, "", ParseOutput.names()),
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
    call(CallOperation::new, "", ParseOutput.names("files", "bytes")),
    /** Receives the completions of parse jobs (interface document, Events). Available to consumers only. */
    webhook(null, ""),
    /** Polls submitted jobs until they complete. Has the options of Camel's scheduler. Available to consumers only. */
    completions(null, "scheduler");

    /** Options of Camel's scheduled poll consumer whose labels do not contain {@code scheduler}. */
    private static final Set<String> POLL_OPTIONS = Set.of("pollStrategy", "sendEmptyMessageWhenIdle");

    private static final String JSON_VALUES =
            QueryString.NAMES + "maps or lists; a name is a path of names with dots between them";

    private static final String RESERVED =
            ", and does not begin with file or schema, which fileUrl, fileName and schema set";

    /** Null for an operation of consumers. */
    private final Function<Operation.Settings, Operation> factory;

    private final String family;
    private final List<String> outputs;

    DocprocOperation(Function<Operation.Settings, Operation> factory, String family, String... outputs) {
        this.factory = factory;
        this.family = family.isEmpty() ? name() : family;
        this.outputs = List.of(outputs);
    }

    /**
     * Creates the operation for an endpoint of producers.
     *
     * @throws IllegalArgumentException if an option of the endpoint is invalid
     */
    public Operation create(Operation.Settings settings) {
        return factory.apply(settings);
    }

    /** The options of each operation. A class of its own, because they are read when the operations exist. */
    private static final class Options {
        static final Map<DocprocOperation, List<OptionDeclaration>> OF = Arrays.stream(values())
                .collect(Collectors.toMap(
                        Function.identity(),
                        operation -> operation.of(OptionDeclaration.declaredBy(CallOptions.class))));
    }

    /** Returns whether this operation has an option: its labels name the operation or its family, or no operation. */
    public boolean has(OptionDeclaration option) {
        return isNamedBy(option)
                || (Arrays.stream(values()).noneMatch(other -> other.isNamedBy(option))
                        && !option.labels().contains(isForConsumers() ? "producer" : "consumer"));
    }

    /** Returns whether the labels of an option name this operation or its family. */
    boolean isNamedBy(OptionDeclaration option) {
        return option.labels().contains(name())
                || option.labels().contains(family)
                || (this == completions && POLL_OPTIONS.contains(option.name()));
    }

    /** Returns the options that this operation has, with the values and the fields that they have in it. */
    List<OptionDeclaration> of(List<OptionDeclaration> options) {
        return options.stream().filter(this::has).map(this::adapted).toList();
    }

    private OptionDeclaration adapted(OptionDeclaration option) {
        return switch (option.rule()) {
            case OUTPUT -> option.oneOf(outputs);
            case FIELDS -> params(option);
            default -> sendsConfig() ? option.ofParse() : option;
        };
    }

    /** Returns whether the request has a document and a parse configuration. */
    private boolean sendsConfig() {
        return this == parse || this == parseAsync || this == parseSync;
    }

    /** Returns the option {@code param} with the fields that it can have in this operation. */
    private OptionDeclaration params(OptionDeclaration option) {
        if (hasQuery()) {
            return option.allowing(QueryString.VALUES, value -> QueryString.isAllowed((Map<?, ?>) value));
        }
        List<String> reserved = this == extract ? List.of("file", "schema") : List.of();
        return option.allowing(
                JSON_VALUES + (reserved.isEmpty() ? "" : RESERVED), value -> arePaths((Map<?, ?>) value, reserved));
    }

    private static boolean arePaths(Map<?, ?> params, List<String> reserved) {
        return params.keySet().stream().allMatch(path -> {
            List<String> names = List.of(String.valueOf(path).split("\\.", -1));
            return names.stream().noneMatch(String::isBlank) && !reserved.contains(names.get(0));
        });
    }

    /** Returns whether this operation is for consumers. Producers cannot perform it. */
    public boolean isForConsumers() {
        return factory == null;
    }

    /** Returns whether the service may bill the operation. */
    public boolean isBilled() {
        return hasReusableResult() || this == call;
    }

    /** Returns whether the response is, or leads to, a billed result that can be stored and reused, without a request to do so. */
    boolean hasReusableResult() {
        return this == crop || this == extract || this == parse || this == parseAsync || this == parseSync;
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
    public List<OptionDeclaration> options() {
        return Options.OF.get(this);
    }
}
