/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

/** The picture of how documents and callbacks pass through the component, as SVG. */
final class Architecture {
    private static final String FRAME =
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1010 400" width="1010" height="400" role="img"
                font-family="sans-serif" font-size="13" fill="#1d2733">
              <title>How docproc connects routes to the service</title>
              <defs>
                <marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">
                  <path d="M0 0 10 5 0 10z" fill="#51606f"/>
                </marker>
              </defs>
              <rect width="1010" height="400" fill="#ffffff"/>
            """;

    private final StringBuilder svg = new StringBuilder(FRAME);

    String render() {
        group(370, 20, 250, 360, "docproc component");
        outwards();
        jobRepository();
        inwards();
        return svg.append("</svg>\n").toString();
    }

    private void outwards() {
        box(20, 60, 110, 90, "Documents", "file, FTP, S3,", "HTTP, database");
        box(175, 60, 100, 90, "Your route", "YAML, XML,", "Java");
        box(390, 50, 210, 110, "Operations", "document checks", "quota, concurrency", "HTTP client, streaming");
        box(830, 50, 160, 330, "Service", "crop, extract,", "parse, account");
        arrow(130, 105, 175, 105, "");
        arrow(275, 95, 390, 95, "to(docproc:…)");
        arrow(390, 125, 275, 125, "result");
        arrow(600, 90, 830, 90, "document");
        arrow(830, 120, 600, 120, "answer, or job id");
    }

    private void jobRepository() {
        box(390, 190, 210, 60, "Job repository", "memory, file or database");
        arrow(495, 160, 495, 190, "");
        arrow(495, 275, 495, 250, "");
    }

    private void inwards() {
        box(390, 275, 210, 90, "Webhook consumer", "signature, each job once", "asks about overdue jobs");
        box(175, 275, 100, 90, "Your route", "YAML, XML,", "Java");
        box(20, 275, 110, 90, "Results", "file, database,", "queue");
        arrow(830, 295, 600, 295, "signed callback");
        arrow(600, 325, 830, 325, "overdue: parseStatus");
        arrow(830, 355, 600, 355, "result, if fetched");
        arrow(390, 320, 275, 320, "from(docproc:…)");
        arrow(175, 320, 130, 320, "");
    }

    private void group(int x, int y, int width, int height, String title) {
        rectangle(x, y, width, height, "fill=\"#eef4fa\" stroke=\"#9db4ca\" stroke-dasharray=\"4 3\"");
        text(x + width / 2, y + 20, title, "font-weight=\"bold\"");
    }

    private void box(int x, int y, int width, int height, String title, String... lines) {
        rectangle(x, y, width, height, "fill=\"#ffffff\" stroke=\"#51606f\"");
        int middle = y + height / 2 - 9 * lines.length;
        text(x + width / 2, middle + 5, title, "font-weight=\"bold\"");
        for (int line = 0; line < lines.length; line++) {
            text(x + width / 2, middle + 5 + 18 * (line + 1), lines[line], "fill=\"#51606f\"");
        }
    }

    private void rectangle(int x, int y, int width, int height, String style) {
        svg.append("  <rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\" %s/>\n"
                .formatted(x, y, width, height, style));
    }

    private void text(int x, int y, String text, String style) {
        svg.append("  <text x=\"%d\" y=\"%d\" text-anchor=\"middle\" %s>%s</text>\n".formatted(x, y, style, text));
    }

    private void arrow(int fromX, int fromY, int toX, int toY, String label) {
        svg.append("  <path d=\"M%d %dL%d %d\" stroke=\"#51606f\" marker-end=\"url(#head)\"/>\n"
                .formatted(fromX, fromY, toX, toY));
        if (!label.isEmpty()) {
            text((fromX + toX) / 2, fromY - 6, label, "font-size=\"12\"");
        }
    }
}
