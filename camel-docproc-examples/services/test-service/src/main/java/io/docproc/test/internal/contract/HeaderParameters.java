/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.contract;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parameters of a header such as {@code form-data; name="file"; filename="a.pdf"}. */
final class HeaderParameters {
    private static final Pattern PARAMETER = Pattern.compile(
            ";\\s*(?<name>[^=;\\s]+)\\s*=\\s*(?:\"(?<quoted>(?:[^\"\\\\]|\\\\.)*)\"|(?<token>[^;\\s]*))");
    private static final Pattern EXTENDED = Pattern.compile("(?i)UTF-8'[^']*'(?<value>.*)");

    private HeaderParameters() {}

    /** Returns the value of a parameter; its extended form ({@code filename*=UTF-8''…}, RFC 5987) takes precedence. */
    static Optional<String> get(String header, String name) {
        return find(header, name + "*")
                .map(EXTENDED::matcher)
                .filter(Matcher::matches)
                .map(it -> URLDecoder.decode(it.group("value").replace("+", "%2B"), StandardCharsets.UTF_8))
                .or(() -> find(header, name));
    }

    private static Optional<String> find(String header, String name) {
        Matcher matcher = PARAMETER.matcher(header);
        while (matcher.find()) {
            if (matcher.group("name").equalsIgnoreCase(name)) {
                String quoted = matcher.group("quoted");
                return Optional.of(quoted == null ? matcher.group("token") : quoted.replaceAll("\\\\([\"\\\\])", "$1"));
            }
        }
        return Optional.empty();
    }
}
