/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import io.docproc.camel.error.DocprocException;
import io.docproc.camel.model.Citation;
import io.docproc.camel.model.ExtractResponse;
import io.docproc.camel.model.ExtractResult;
import io.docproc.camel.model.ExtractedFields;
import io.docproc.camel.model.ParseCompletion;
import io.docproc.camel.model.ServicePackage;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;
import org.apache.camel.StreamCache;

/** Tables of the members of typed bodies and exceptions, each with an expression that a test evaluates. */
final class MemberTables {
    private static final String COLUMNS =
            """

            [width="100%",cols="5,2,5",options="header"]
            |===
            | Expression | Type | Meaning
            """;
    private static final String CITATIONS = "citationList";
    /** Members of each response, which the page describes once. */
    private static final Set<String> ENVELOPE = Set.of("code", "message", "version", "duration", "requestId");

    /** Members of a class beside its components: methods, and entries of a map. */
    private static final Map<Class<?>, List<String>> FURTHER = Map.of(
            ExtractResult.class, List.of(CITATIONS),
            ParseCompletion.class, List.of("isCompleted", "isFinal"),
            ServicePackage.class,
                    List.of("exhausted", "isExpired", "expiresWithin('7d')", "expiredIn('Asia/Shanghai')"));
    /** Meaning of members of members, which have no documentation comment of their own. */
    private static final Map<String, String> MEANINGS = Map.of(
            "exception.partialResponse.result.fields[total]", "a field of the part that was extracted",
            "exception.response.result.fields[total]", "an extracted field, of a type that the service chose",
            "exception.mismatch.value", "the value that does not fit",
            "exception.mismatch.javaType", "the type of the field in the `outputClass`");

    private final Javadoc javadoc;
    private final StringBuilder page;

    MemberTables(Javadoc javadoc, StringBuilder page) {
        this.javadoc = javadoc;
        this.page = page;
    }

    /** Appends the table of a body: its members, and those of its members. */
    void body(Class<?> type, String root, Exchange exchange) {
        page.append(COLUMNS);
        components(type, root, exchange);
        page.append("|===\n");
    }

    /** Appends a table of entries of a map. */
    void entries(Map<String, String> meanings, Exchange exchange) {
        page.append(COLUMNS);
        meanings.forEach((expression, meaning) -> row(expression, meaning, exchange));
        page.append("|===\n");
    }

    /** Appends the table of an exception: its own members, and given members of those. */
    void exception(Class<? extends DocprocException> type, Exchange exchange, String... further) {
        page.append(COLUMNS);
        for (String method : javadoc.methods(type.getSimpleName())) {
            if (method.matches("(?:get|is)[A-Z].*")) {
                String name = method.replaceFirst("get|is", "");
                String expression = "exception." + Character.toLowerCase(name.charAt(0)) + name.substring(1);
                row(expression, meaning(type.getSimpleName() + "." + method), exchange);
                Arrays.stream(further)
                        .filter(member -> member.startsWith(expression))
                        .forEach(member -> row(member, MEANINGS.get(member), exchange));
            }
        }
        page.append("|===\n");
    }

    private void components(Class<?> type, String root, Exchange exchange) {
        for (RecordComponent component : type.getRecordComponents()) {
            if (!component.getName().equals("other")
                    && !(type == ExtractResponse.class && ENVELOPE.contains(component.getName()))) {
                String expression = root + "." + component.getName();
                evaluate(expression, exchange);
                row(
                        expression,
                        type(component.getGenericType()),
                        javadoc.text(type.getSimpleName() + "." + component.getName()));
                nested(component.getGenericType(), expression, exchange);
            }
        }
        for (String member : FURTHER.getOrDefault(type, List.of())) {
            row(root + "." + member, further(type, member), exchange);
            if (member.equals(CITATIONS)) {
                components(Citation.class, root + "." + member + "[0]", exchange);
            }
        }
    }

    private String further(Class<?> type, String member) {
        if (MEANINGS.containsKey(member)) {
            return MEANINGS.get(member);
        }
        return meaning(type.getSimpleName() + "." + member.replaceAll("\\W.*", ""));
    }

    private void nested(Type type, String expression, Exchange exchange) {
        if (type instanceof Class<?> member && member.isRecord()) {
            components(member, expression, exchange);
        }
        if (type instanceof ParameterizedType list
                && list.getRawType() == List.class
                && list.getActualTypeArguments()[0] instanceof Class<?> element
                && element.isRecord()) {
            components(element, expression + "[0]", exchange);
        }
    }

    private String meaning(String method) {
        return javadoc.text(method).replaceFirst("^Returns ", "").replaceFirst(", for routes: .*?\\+`", "");
    }

    private void row(String expression, String meaning, Exchange exchange) {
        Object value = evaluate(expression, exchange);
        row(expression, value == null ? "" : type(value.getClass()), meaning);
    }

    private void row(String expression, String type, String meaning) {
        page.append("| `+${")
                .append(expression)
                .append("}+` | ")
                .append(type)
                .append(" | ")
                .append(meaning.replaceFirst("\\.$", "").replace("|", "\\|"))
                .append('\n');
    }

    private static Object evaluate(String expression, Exchange exchange) {
        return exchange.getContext()
                .resolveLanguage("simple")
                .createExpression("${" + expression + "}")
                .evaluate(exchange, Object.class);
    }

    private static String type(Type type) {
        if (type instanceof ParameterizedType generic) {
            return Arrays.stream(generic.getActualTypeArguments())
                    .map(MemberTables::type)
                    .collect(Collectors.joining(",", ((Class<?>) generic.getRawType()).getSimpleName() + "<", ">"));
        }
        Class<?> plain = (Class<?>) type;
        if (StreamCache.class.isAssignableFrom(plain)) {
            return "StreamCache";
        }
        if (List.class.isAssignableFrom(plain)) {
            return "List";
        }
        return Map.class.isAssignableFrom(plain) && plain != ExtractedFields.class ? "Map" : plain.getSimpleName();
    }
}
