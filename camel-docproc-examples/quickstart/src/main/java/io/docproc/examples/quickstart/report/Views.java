/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart.report;

import io.docproc.camel.model.ExtractResponse;
import io.docproc.camel.model.ExtractResult;
import io.docproc.camel.model.ExtractedFields;
import io.docproc.camel.model.ModelJson;
import io.docproc.examples.quickstart.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Makes what the report shows from what is in the outbox. */
final class Views {
    private static final int COORDINATES = 8;

    private final Path outbox;
    private final PageImages images;

    Views(Path outbox) {
        this.outbox = outbox;
        this.images = new PageImages(outbox);
    }

    CropView crop(Outcome outcome) {
        Outcome.Crop crop = outcome.crop();
        return new CropView(
                outcome.document(),
                images.photo(outcome.document()).map(this::address).orElse(""),
                crop.originWidth(),
                crop.originHeight(),
                corners(crop.position()),
                outcome.results().stream()
                        .map(name -> address(outbox.resolve(name)))
                        .toList(),
                facts(outcome, size(crop), turn(crop.angle()), outcome.remark()));
    }

    DocumentView document(Outcome outcome) {
        String name = outcome.document();
        Path fieldsFile = outbox.resolve(outcome.results().get(0));
        ExtractResult result = read(outbox.resolve("report").resolve(name + ".response.json"), ExtractResponse.class)
                .result();
        List<ValueLocation> places = ValueLocation.of(result);
        FieldsView fields = FieldsView.of(read(fieldsFile, ExtractedFields.class), result.citationList());
        return new DocumentView(
                name,
                address(outbox.resolve("originals").resolve(name)),
                address(fieldsFile),
                fields,
                pages(name, result, places),
                places,
                facts(outcome, outcome.remark(), count(result.pages().size(), "page")));
    }

    static FailureView failure(Outcome outcome) {
        return new FailureView(
                outcome.document(),
                outcome.operation(),
                outcome.failure().summary(),
                outcome.failure().advice(),
                outcome.requestId());
    }

    private static <T> T read(Path file, Class<T> type) {
        try {
            return ModelJson.mapper().readValue(file.toFile(), type);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The pages that have a place and a picture. */
    private List<DocumentView.Page> pages(String document, ExtractResult result, List<ValueLocation> places) {
        List<DocumentView.Page> pages = new ArrayList<>();
        result.pages().forEach(page -> {
            List<ValueLocation> onPage = places.stream()
                    .filter(place ->
                            place.page() == page.pageNumber() && !place.points().isEmpty())
                    .toList();
            if (!onPage.isEmpty()) {
                images.page(document, page.pageNumber())
                        .map(picture -> new DocumentView.Page(
                                page.pageNumber(), address(picture), page.width(), page.height(), onPage))
                        .ifPresent(pages::add);
            }
        });
        return pages;
    }

    private String address(Path file) {
        String relative = outbox.relativize(file).toString().replace('\\', '/');
        try {
            // A colon in a file name would be taken for a scheme.
            return new URI(null, null, "/" + relative, null)
                    .toASCIIString()
                    .substring(1)
                    .replace(":", "%3A");
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static String corners(List<Integer> position) {
        if (position.size() != COORDINATES) {
            return "";
        }
        return IntStream.range(0, COORDINATES / 2)
                .mapToObj(corner -> position.get(2 * corner) + "," + position.get(2 * corner + 1))
                .collect(Collectors.joining(" "));
    }

    private static String size(Outcome.Crop crop) {
        return crop.originWidth() + " × " + crop.originHeight() + " → " + crop.width() + " × " + crop.height();
    }

    private static String turn(int angle) {
        return switch (angle) {
            case 90 -> "lay turned to the right";
            case 180 -> "lay upside down";
            case 270 -> "lay turned to the left";
            default -> "";
        };
    }

    private static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static String facts(Outcome outcome, String... facts) {
        List<String> said = new ArrayList<>(List.of(facts));
        said.add(String.format(Locale.ROOT, "%.1f s", outcome.millis() / 1000.0));
        said.removeIf(String::isEmpty);
        return String.join(" · ", said);
    }
}
