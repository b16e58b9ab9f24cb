/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.type.LogicalType;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiFunction;

/**
 * Jackson module that reads {@code Optional} and the {@code java.time} types of documents: ISO 8601 text, or the pattern
 * of a {@link JsonFormat}. It replaces a dependency on Jackson's own modules. Maven would resolve the version of that
 * dependency beside Camel's version of Jackson. If the application has Jackson's modules, they take precedence.
 */
final class JavaTypesModule extends SimpleModule {
    private static final long serialVersionUID = 1L;
    /** A date, optionally with a time and an offset. */
    private static final DateTimeFormatter DATE = new DateTimeFormatterBuilder()
            .append(DateTimeFormatter.ISO_LOCAL_DATE)
            .optionalStart()
            .appendLiteral('T')
            .append(DateTimeFormatter.ISO_LOCAL_TIME)
            .optionalStart()
            .appendOffsetId()
            .toFormatter(Locale.ROOT)
            .withResolverStyle(ResolverStyle.STRICT);

    JavaTypesModule() {
        super("docproc-java-types");
        addText(LocalDate.class, DATE, LocalDate::parse);
        addText(LocalDateTime.class, DATE, LocalDateTime::parse);
        addText(LocalTime.class, DateTimeFormatter.ISO_LOCAL_TIME, LocalTime::parse);
        addText(OffsetDateTime.class, DateTimeFormatter.ISO_OFFSET_DATE_TIME, OffsetDateTime::parse);
        addText(ZonedDateTime.class, DateTimeFormatter.ISO_ZONED_DATE_TIME, ZonedDateTime::parse);
        addText(Instant.class, DATE, (text, format) -> format.parse(text, Instant::from));
        addText(YearMonth.class, DateTimeFormatter.ofPattern("uuuu-MM", Locale.ROOT), YearMonth::parse);
        addText(Year.class, DateTimeFormatter.ofPattern("uuuu", Locale.ROOT), Year::parse);
        addText(Duration.class, null, (text, format) -> Duration.parse(text));
        addText(Period.class, null, (text, format) -> Period.parse(text));
        addDeserializer(Optional.class, new OptionalDeserializer(null));
    }

    private <T> void addText(
            Class<T> type, DateTimeFormatter format, BiFunction<CharSequence, DateTimeFormatter, T> parser) {
        addDeserializer(type, new TextDeserializer<>(type, format, parser));
    }

    private static final class TextDeserializer<T> extends FromStringDeserializer<T> implements ContextualDeserializer {
        private static final long serialVersionUID = 1L;

        private final transient DateTimeFormatter format;
        private final transient BiFunction<CharSequence, DateTimeFormatter, T> parser;

        TextDeserializer(
                Class<?> type, DateTimeFormatter format, BiFunction<CharSequence, DateTimeFormatter, T> parser) {
            super(type);
            this.format = format;
            this.parser = parser;
        }

        @Override
        public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property) {
            JsonFormat.Value own = findFormatOverrides(context, property, handledType());
            if (!own.hasPattern()) {
                return this;
            }
            Locale locale = own.hasLocale() ? own.getLocale() : context.getLocale();
            return new TextDeserializer<>(handledType(), DateTimeFormatter.ofPattern(own.getPattern(), locale), parser);
        }

        @Override
        public LogicalType logicalType() {
            return LogicalType.DateTime;
        }

        @Override
        @SuppressWarnings("unchecked")
        protected T _deserialize(String text, DeserializationContext context) throws IOException {
            try {
                return parser.apply(text, format);
            } catch (DateTimeException e) {
                return (T) context.handleWeirdStringValue(handledType(), text, "not in the expected format");
            }
        }
    }

    private static final class OptionalDeserializer extends StdDeserializer<Optional<?>>
            implements ContextualDeserializer {
        private static final long serialVersionUID = 1L;

        private final transient JsonDeserializer<?> content;

        OptionalDeserializer(JsonDeserializer<?> content) {
            super(Optional.class);
            this.content = content;
        }

        @Override
        public JsonDeserializer<?> createContextual(DeserializationContext context, BeanProperty property)
                throws JsonMappingException {
            JavaType type = context.getContextualType().containedTypeOrUnknown(0);
            return new OptionalDeserializer(context.findContextualValueDeserializer(type, property));
        }

        @Override
        public JsonDeserializer<?> getDelegatee() {
            return content;
        }

        @Override
        public Optional<?> getNullValue(DeserializationContext context) {
            return Optional.empty();
        }

        @Override
        public Optional<?> deserialize(JsonParser parser, DeserializationContext context) throws IOException {
            return Optional.ofNullable(content.deserialize(parser, context));
        }
    }
}
