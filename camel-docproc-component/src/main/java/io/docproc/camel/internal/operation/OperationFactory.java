/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

/** Creates the operations of producers from their names, so that {@link DocprocOperation} does not depend on them. */
public final class OperationFactory {
    private OperationFactory() {}

    /**
     * Creates the operation for an endpoint.
     *
     * @throws IllegalArgumentException if an option of the endpoint is invalid, or the operation is for consumers
     */
    public static Operation create(DocprocOperation operation, Operation.Settings settings) {
        return switch (operation) {
            case crop -> new CropOperation(settings);
            case extract -> new ExtractOperation(settings);
            case parse -> JobOperations.parse(settings);
            case parseAsync -> JobOperations.async(settings);
            case parseSync -> ParseOperations.sync(settings);
            case parseStatus -> JobOperations.status(settings);
            case parseResult -> JobOperations.result(settings);
            case balance -> AccountOperations.balance(settings);
            case packages -> AccountOperations.packages(settings);
            case addField -> WorkflowOperation.addField(settings);
            case updateTable -> WorkflowOperation.updateTable(settings);
            case call -> new CallOperation(settings);
            case webhook, completions ->
                throw new IllegalArgumentException(
                        "docproc:" + operation + " is available to consumers only; use it in from()");
        };
    }
}
