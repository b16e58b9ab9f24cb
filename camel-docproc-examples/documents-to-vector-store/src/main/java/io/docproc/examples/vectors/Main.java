/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.vectors;

import io.docproc.examples.support.DocumentProgress;
import io.docproc.examples.support.ExampleMain;
import io.docproc.local.LocalServiceOptions;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.camel.Predicate;
import org.apache.camel.builder.NotifyBuilder;

/** Stores the documents in a folder, and answers a question. */
public final class Main {
    private static final String NAME = "documents-to-vector-store";
    private static final String QUESTION = "How can a party end the contract?";

    private Main() {}

    /** Runs once; exits with status 1 if a document failed. */
    public static void main(String[] args) throws Exception {
        ExampleMain.run(() -> run(System.getProperty("question", QUESTION), Map.of(), System.out));
    }

    /** Returns whether all documents are stored. */
    static boolean run(String question, Map<String, String> properties, PrintStream out) throws Exception {
        try (ExampleMain example = ExampleMain.init(NAME, properties, out, Main::prepare)) {
            int documents;
            try (Stream<Path> files = Files.list(folder(example))) {
                documents = (int) files.filter(Files::isRegularFile).count();
            }
            // The split has an exchange for each page of a document.
            Predicate document = exchange -> !DocumentProgress.isPart(exchange);
            NotifyBuilder done = new NotifyBuilder(example.main().getCamelContext())
                    .fromRoute("documents")
                    .filter(document)
                    .whenDone(documents)
                    .create();
            NotifyBuilder failed = new NotifyBuilder(example.main().getCamelContext())
                    .fromRoute("documents")
                    .filter(document)
                    .whenFailed(1)
                    .create();
            example.main().start();
            boolean stored = documents == 0 || done.matches(10, TimeUnit.MINUTES);
            out.println(documents + " documents\nQuestion: " + question + "\nAnswer: "
                    + example.main().getCamelTemplate().requestBody("direct:question", question, String.class));
            return stored && !failed.matches();
        }
    }

    private static void prepare(ExampleMain example) throws Exception {
        example.routes(NAME + "/" + example.properties().text("passages.routes"));
        example.startService(new LocalServiceOptions());
        Path folder = folder(example);
        if (Files.notExists(folder)) {
            Files.createDirectories(folder);
            for (Path sample : example.samples("documents/*.{pdf,docx,xlsx}").values()) {
                Files.copy(sample, folder.resolve(sample.getFileName()));
            }
        }
    }

    private static Path folder(ExampleMain example) {
        return example.properties().path("documents.folder");
    }
}
