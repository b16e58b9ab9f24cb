/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.server;

import io.docproc.test.Operation;
import io.docproc.test.Responder;
import io.docproc.test.internal.account.Credentials;
import io.docproc.test.internal.job.CompletionPlan;
import java.util.Map;

/**
 * Settings of a service.
 *
 * @param port the port; 0 for a free one
 * @param credentials the credentials of the account
 * @param parseService the path segment of the parsing service
 * @param jobs how jobs without stub are completed
 * @param responders responders that replace the default ones
 */
public record ServiceSettings(
        int port,
        Credentials credentials,
        String parseService,
        CompletionPlan jobs,
        Map<Operation, Responder> responders) {}
