/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The operations, by the names that a route author writes: {@code docproc:crop}. A new one is a line here. */
public enum DocprocOperation {
    /** Crop and enhance a photo of a page (interface document, endpoint 1). */
    crop(CropOperation::new, CropOperation.OPTIONS),
    /** Extract fields by a JSON schema (interface document, endpoint 2). */
    extract(ExtractOperation::new, ExtractOperation.OPTIONS, Set.of("outputClass")),
    /** Have a document parsed and take the result later (interface document, endpoint 3). */
    parseAsync(ParseAsyncOperation::new, ParseAsyncOperation.OPTIONS, Settings.CALLBACK),
    /** Parse a document and wait for the result (interface document, endpoint 4). */
    parseSync(ParseSyncOperation::new, ParseSyncOperation.OPTIONS),
    /** Ask how a parse job stands (public API reference). */
    parseStatus(ParseStatusOperation::new, ParseStatusOperation.OPTIONS),
    /** Query the account's money (interface document, endpoint 5). */
    balance(BalanceOperation::new, BalanceOperation.OPTIONS),
    /** Query the account's packages (interface document, endpoint 6). */
    packages(PackagesOperation::new, PackagesOperation.OPTIONS),
    /** Add a field to a file category (interface document, endpoint 7); deprecated by the service. */
    addField(AddFieldOperation::new, AddFieldOperation.OPTIONS),
    /** Update a table of a file category (interface document, endpoint 8); deprecated by the service. */
    updateTable(UpdateTableOperation::new, UpdateTableOperation.OPTIONS),
    /** Take the completions of parse jobs (interface document, Events); for from(). */
    webhook(DocprocOperation::noCall, List.of(), Settings.WEBHOOK);

    private final Operation.Factory factory;
    private final List<Option<?>> options;
    private final Set<String> settings;

    DocprocOperation(Operation.Factory factory, List<Option<?>> options) {
        this(factory, options, Set.of());
    }

    DocprocOperation(Operation.Factory factory, List<Option<?>> options, Set<String> settings) {
        this.factory = factory;
        this.options = options;
        this.settings = settings;
    }

    /** Options of an endpoint that no message can give. */
    private static final class Settings {
        private static final Set<String> CALLBACK = Set.of("path", "publicUrl", "callbackSecret", "callbackTtl");
        private static final Set<String> WEBHOOK = Set.of(
                "path",
                "publicUrl",
                "callbackSecret",
                "callbackTtl",
                "requireSignature",
                "fetchResult",
                "allowedResultHosts",
                "maxResultSize",
                "maxEventSize",
                "idempotentRepository",
                "webhookComponentName",
                "callbackTimeout",
                "claimTimeout",
                "exceptionHandler",
                "exchangePattern");
    }

    private static Operation noCall(OperationContext context) {
        throw new IllegalArgumentException("docproc:" + context.name() + " is for receiving: use it in from()");
    }

    /** Whether this operation receives instead of calling. */
    public boolean receives() {
        return this == webhook;
    }

    /**
     * The operation of that name.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static DocprocOperation named(String name) {
        return Arrays.stream(values())
                .filter(operation -> operation.name().equals(name))
                .findAny()
                .orElseThrow(() -> new IllegalArgumentException(
                        "There is no operation '" + name + "'; allowed is docproc: followed by one of " + names()));
    }

    private static String names() {
        return Arrays.stream(values()).map(Enum::name).collect(Collectors.joining(", "));
    }

    /** The operations that have an option of that name. */
    public static List<DocprocOperation> having(String option) {
        return Arrays.stream(values())
                .filter(operation -> operation.option(option).isPresent()
                        || operation.settings().contains(option))
                .toList();
    }

    /** The names of the endpoint's options that no message can give. */
    public Set<String> settings() {
        return settings;
    }

    /** The options that a call of this operation takes. */
    public List<Option<?>> options() {
        return options;
    }

    /** The option of that name, if this operation has it. */
    public Optional<Option<?>> option(String name) {
        return options.stream().filter(option -> option.name().equals(name)).findAny();
    }

    /**
     * Makes the operation for an endpoint.
     *
     * @throws IllegalArgumentException when the endpoint's options cannot work
     */
    public Operation create(OperationContext context) {
        return factory.create(context);
    }
}
