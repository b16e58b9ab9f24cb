/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.job;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A document to be parsed in the background.
 *
 * @param document a file that is the job's own and is deleted when it has been parsed
 * @param fileName as the request gives it
 * @param config the request's parse {@code config}
 * @param webhook who is called when the job ends
 * @param origin scheme, host and port under which the client reached the service: there it finds the result as well
 */
public record Submission(Path document, String fileName, ObjectNode config, Optional<URI> webhook, String origin) {}
