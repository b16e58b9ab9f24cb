/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import com.fasterxml.jackson.databind.JsonNode;

/** Value of a leaf field with the text that it was read from. */
record ExtractedValue(JsonNode value, TextSpan source) {}
