/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.operation;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The operations, by the names that a route author writes: {@code docproc:crop}. A new one is a line here. */
public enum DocprocOperation {
    /** Crop and enhance a photo of a page (interface document, endpoint 1). */
    crop(CropOperation::new, CropOperation.OPTIONS),
    /** Extract fields by a JSON schema (interface document, endpoint 2). */
    extract(ExtractOperation::new, ExtractOperation.OPTIONS),
    /** Parse a document and wait for the result (interface document, endpoint 4). */
    parseSync(ParseSyncOperation::new, ParseSyncOperation.OPTIONS),
    /** Query the account's money (interface document, endpoint 5). */
    balance(BalanceOperation::new, BalanceOperation.OPTIONS),
    /** Query the account's packages (interface document, endpoint 6). */
    packages(PackagesOperation::new, PackagesOperation.OPTIONS),
    /** Add a field to a file category (interface document, endpoint 7); deprecated by the service. */
    addField(AddFieldOperation::new, AddFieldOperation.OPTIONS),
    /** Update a table of a file category (interface document, endpoint 8); deprecated by the service. */
    updateTable(UpdateTableOperation::new, UpdateTableOperation.OPTIONS);

    private final Operation.Factory factory;
    private final List<Option<?>> options;

    DocprocOperation(Operation.Factory factory, List<Option<?>> options) {
        this.factory = factory;
        this.options = options;
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
                .filter(operation -> operation.option(option).isPresent())
                .toList();
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
