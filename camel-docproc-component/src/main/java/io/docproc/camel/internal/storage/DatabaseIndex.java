/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.storage;

import java.util.List;

/**
 * Index of a table.
 *
 * @param name name of the index
 * @param statement statement that creates the index
 * @param columns names of the indexed columns
 */
record DatabaseIndex(String name, String statement, List<String> columns) {}
