/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Operations of the component. The name of a constant is the name in the URI, for example {@code docproc:crop}. */
public enum DocprocOperation {
    /** Crops and enhances a photo of a page (interface document, endpoint 1). */
    crop(CropOperation::new, CropOperation.OPTIONS),
    /** Extracts fields by a JSON schema (interface document, endpoint 2). */
    extract(ExtractOperation::new, ExtractOperation.OPTIONS, List.of(OutputClass.OPTION)),
    /** Creates a job that parses a document (interface document, endpoint 3). */
    parseAsync(ParseAsyncOperation::new, ParseAsyncOperation.OPTIONS, EndpointSettings.CALLBACK),
    /** Parses a document and waits for the result (interface document, endpoint 4). */
    parseSync(ParseSyncOperation::new, ParseSyncOperation.OPTIONS),
    /** Requests the status of a parse job (public API reference). */
    parseStatus(ParseStatusOperation::new, ParseStatusOperation.OPTIONS),
    /** Downloads the result of a parse job. */
    parseResult(ParseResultOperation::new, ParseResultOperation.OPTIONS, EndpointSettings.DOWNLOAD),
    /** Queries the balance of the account (interface document, endpoint 5). */
    balance(BalanceOperation::new, BalanceOperation.OPTIONS),
    /** Queries the packages of the account (interface document, endpoint 6). */
    packages(PackagesOperation::new, PackagesOperation.OPTIONS),
    /** Adds a field to a file category (interface document, endpoint 7). Deprecated by the service. */
    addField(AddFieldOperation::new, AddFieldOperation.OPTIONS),
    /** Updates a table of a file category (interface document, endpoint 8). Deprecated by the service. */
    updateTable(UpdateTableOperation::new, UpdateTableOperation.OPTIONS),
    /** Makes any other call of the provider. */
    call(CallOperation::new, CallOperation.OPTIONS),
    /** Receives the completions of parse jobs (interface document, Events). Available to consumers only. */
    webhook(DocprocOperation::noCall, List.of(), EndpointSettings.WEBHOOK);

    private final Operation.Factory factory;
    private final List<CallOption<?>> options;
    private final List<CallOption<?>> settings;

    DocprocOperation(Operation.Factory factory, List<CallOption<?>> options) {
        this(factory, options, List.of());
    }

    DocprocOperation(Operation.Factory factory, List<CallOption<?>> options, List<CallOption<?>> settings) {
        this.factory = factory;
        this.options = options;
        this.settings = settings;
    }

    private static Operation noCall(OperationContext context) {
        throw new IllegalArgumentException(
                "docproc:" + context.name() + " is available to consumers only; use it in from()");
    }

    /** Returns whether this operation is for consumers. Producers cannot perform it. */
    public boolean isForConsumers() {
        return this == webhook;
    }

    /** Returns whether the response of a call contains a billed result that can be stored and reused. */
    public boolean hasReusableResult() {
        return this == crop || this == extract || this == parseSync;
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
                .orElseThrow(() -> new IllegalArgumentException(
                        "Operation '" + name + "' does not exist; allowed values after docproc: are " + names()));
    }

    private static String names() {
        return Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "));
    }

    /** Returns the operations that have an option with this name. */
    public static List<DocprocOperation> having(String option) {
        return Arrays.stream(values())
                .filter(operation -> Stream.of(operation.options, operation.settings)
                        .flatMap(List::stream)
                        .anyMatch(candidate -> candidate.name().equals(option)))
                .toList();
    }

    /** Returns the additional endpoint options, which no message header can override. */
    public List<CallOption<?>> settings() {
        return settings;
    }

    /** Returns the options that a call of this operation has. */
    public List<CallOption<?>> options() {
        return options;
    }

    /**
     * Creates the operation for an endpoint.
     *
     * @throws IllegalArgumentException if an option of the endpoint is invalid, or the operation is for consumers
     */
    public Operation create(OperationContext context) {
        return factory.create(context);
    }
}
