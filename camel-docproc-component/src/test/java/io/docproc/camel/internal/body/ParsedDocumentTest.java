/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.body;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonToken;
import io.docproc.camel.error.DocprocInvalidResponseException;
import io.docproc.camel.error.ServiceFailure;
import io.docproc.camel.testkit.TestContexts;
import java.io.EOFException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.apache.camel.StreamCache;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests bodies that cannot be created from a parsed document. */
class ParsedDocumentTest {
    private static final String TRUNCATED = "{\"markdown\":\"" + "x".repeat(600_000);

    @TempDir
    Path spoolDirectory;

    @AutoClose
    private final DefaultCamelContext context = TestContexts.create();

    private SpoolingOutputStream spool() {
        return new SpoolingOutputStream(new DefaultExchange(context));
    }

    @Test
    void aPartOfTheMarkdownTextLeavesNoFile() throws Exception {
        context.getStreamCachingStrategy().setSpoolDirectory(spoolDirectory.toFile());
        SpoolingOutputStream response = spool();
        response.write(TRUNCATED.getBytes(StandardCharsets.US_ASCII));
        response.close();
        JsonMember markdown = new JsonMember(
                TRUNCATED.indexOf('x') - 1, TRUNCATED.length(), JsonToken.VALUE_STRING, Optional.empty());
        ParsedDocument document = new ParsedDocument(
                response,
                new ServiceFailure("parseSync", 200, "", "", 200),
                Optional.empty(),
                Map.of("markdown", markdown));

        DocprocInvalidResponseException failure =
                catchThrowableOfType(DocprocInvalidResponseException.class, () -> document.body(ParseOutput.markdown));

        assertThat(failure).hasCauseInstanceOf(EOFException.class);
        assertThat(((StreamCache) failure.getResponse()).length()).isEqualTo(TRUNCATED.length());
        assertThat(spoolDirectory.toFile().list()).as("only the response").hasSize(1);
    }
}
