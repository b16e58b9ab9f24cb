/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.http;

import io.docproc.local.Operation;
import io.undertow.util.HttpString;

/** Where an operation is found and who answers it. */
public record Route(Operation operation, HttpString method, String path, Envelope envelope, Endpoint endpoint) {}
