/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.docproc.camel.internal.operation.DocprocOperation;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.ServiceDouble;
import io.docproc.camel.testkit.SkippedWaits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The responses of the documentation are those of the interface, and the shown messages result from them. */
final class DocumentedResultsTest {
    private static final Path PAGE = GeneratedPage.PAGES.resolve("docproc-operations.adoc");

    /** Members of every response, which the interface document describes once. */
    private static final Set<String> ENVELOPE = Set.of("code", "message", "msg", "x_request_id");

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble(() -> new SkippedWaits().context());

    @BeforeEach
    void setUp() {
        service.component().getConfiguration().setWorkflowUrl(service.server().baseUrl());
    }

    @Test
    void theShownMessagesResultFromTheResponses() throws IOException {
        GeneratedPage.assertUpToDate(PAGE, new DocumentedResults(service).refresh(Files.readString(PAGE)));
    }

    @Test
    void theResultOfEachOperationIsShown() throws IOException {
        assertThat(DocumentedResults.operations(Files.readString(PAGE)))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(DocprocOperation.values())
                        .filter(operation -> !operation.isForConsumers())
                        .filter(operation -> !Set.of(DocprocOperation.addField, DocprocOperation.updateTable)
                                .contains(operation))
                        .map(DocprocOperation::toString)
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("responses")
    void aResponseHasTheFieldsOfTheInterface(String name) throws IOException {
        String row = (name.equals("parse") ? "parseSync" : name) + " | response | ";
        Set<String> described = new String(
                        getClass().getResourceAsStream("/interface/fields.txt").readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith(row))
                .map(line -> line.substring(row.length()).replaceFirst(" .*", ""))
                .collect(Collectors.toCollection(TreeSet::new));
        List<String> paths = new ArrayList<>();
        collect("", Json.read(DocumentedResults.response(name)), described, paths);

        assertThat(described).containsAll(paths);
    }

    /** The interface document describes neither the status request nor the generic call. */
    static List<String> responses() throws IOException {
        try (Stream<Path> files = Files.list(DocumentedResults.RESPONSES)) {
            return files.map(file -> file.getFileName().toString().replace(".json", ""))
                    .filter(name -> !Set.of("parseStatus", "call").contains(name))
                    .sorted()
                    .toList();
        }
    }

    /** Collects the paths of a response down to the fields whose content the interface document leaves open. */
    private static void collect(String path, JsonNode node, Set<String> described, List<String> paths) {
        String prefix = path.isEmpty() ? "" : path + ".";
        if (described.stream().noneMatch(field -> field.startsWith(prefix))) {
            paths.add(path);
            return;
        }
        if (node.isArray() && !node.isEmpty()) {
            collect(prefix + 0, node.get(0), described, paths);
        }
        node.properties().forEach(field -> {
            if (!path.isEmpty() || !ENVELOPE.contains(field.getKey())) {
                collect(prefix + field.getKey(), field.getValue(), described, paths);
            }
        });
    }
}
