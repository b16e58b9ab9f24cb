/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.workflow;

import java.util.List;

/** The extraction models that fields and tables may name (interface document, Category field). */
final class ExtractModels {
    static final String AUTO = "Auto";
    static final String VISION = "Acgpt-VL";
    static final List<String> ALL = List.of(AUTO, "Acgpt", VISION, "DF-M1");

    private ExtractModels() {}
}
