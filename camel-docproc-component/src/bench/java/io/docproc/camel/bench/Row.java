/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Row of the table of a run: the figures of the peers, their ratios, and what is required of the component. */
final class Row {
    private static final String HEADING = "== Figures\n";

    private final String measure;
    private final String format;
    private final Map<Peer, Double> values = Peer.map();
    private final Map<Peer, String> texts = Peer.map();
    private final List<String> ratios = new ArrayList<>();
    private final List<String> requirements = new ArrayList<>();
    private boolean met = true;

    Row(String measure, String format) {
        this.measure = measure;
        this.format = format;
    }

    /** Adds one figure of each peer, multiplied by a factor. */
    Row values(Map<Peer, double[]> results, int figure, double factor) {
        results.forEach((peer, figures) -> value(peer, figures[figure] * factor));
        return this;
    }

    /** Adds a value. A peer without a value has failed, or does not make these calls. */
    Row value(Peer peer, double value) {
        values.put(peer, value);
        return text(peer, String.format(Locale.ROOT, format, value));
    }

    /** Adds a text instead of a value. */
    Row text(Peer peer, String text) {
        texts.put(peer, text);
        return this;
    }

    Row atLeast(Peer peer, double ratio) {
        return require("at least " + ratio + " of " + peer.letter(), ratio(peer) >= ratio);
    }

    Row atMost(Peer peer, double ratio) {
        return require("at most " + ratio + " of " + peer.letter(), ratio(peer) <= ratio);
    }

    /** Returns the ratio of the component to a peer; not a number if a figure is missing. */
    private double ratio(Peer peer) {
        return values.getOrDefault(Peer.DOCPROC, Double.NaN) / values.getOrDefault(peer, Double.NaN);
    }

    Row ratio(double ratio, String of) {
        ratios.add(ratioText(ratio, of));
        return this;
    }

    private static String ratioText(double ratio, String of) {
        return String.format(Locale.ROOT, "%.2f of %s", ratio, of);
    }

    Row require(String requirement, boolean isMet) {
        requirements.add(requirement);
        met &= isMet;
        return this;
    }

    /** Replaces the figures of a page, or writes a page that contains only the figures. */
    static void write(Path page, List<Row> rows, long minutes) throws IOException {
        String table = HEADING + "\n" + Runtime.getRuntime().availableProcessors() + " cores, "
                + System.getProperty("os.name") + " " + System.getProperty("os.arch") + ", JDK " + Runtime.version()
                + ", " + LocalDate.now(ZoneOffset.UTC) + ", in " + minutes + " min\n\n"
                + "[cols=\"3" + ",1".repeat(Peer.all().size()) + ",2,2,1\",options=\"header\"]\n|===\n|"
                + String.join(" |", titles()) + "\n\n"
                + rows.stream()
                        .map(row -> "|" + String.join("\n|", row.cells()))
                        .collect(Collectors.joining("\n\n"))
                + "\n|===\n";
        String prose = Files.exists(page) ? Files.readString(page).split(HEADING)[0] : "";
        Files.createDirectories(page.getParent());
        Files.writeString(page, prose + table);
    }

    private static List<String> titles() {
        List<String> titles = new ArrayList<>(List.of("measure"));
        Peer.all().forEach(peer -> titles.add(peer.title));
        titles.addAll(List.of("ratio", "requirement", "met"));
        return titles;
    }

    List<String> cells() {
        List<String> cells = new ArrayList<>(List.of(measure));
        Peer.all().forEach(peer -> cells.add(texts.getOrDefault(peer, "–")));
        List<String> all = new ArrayList<>(ratios);
        values.keySet().stream()
                .filter(peer -> peer != Peer.DOCPROC)
                .forEach(peer -> all.add(ratioText(ratio(peer), peer.letter())));
        cells.addAll(List.of(
                all.isEmpty() ? "–" : String.join(", ", all), String.join(", ", requirements), met ? "yes" : "no"));
        return cells;
    }
}
