/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Clock;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * A package of calls that the account has bought (interface document, "Package record").
 *
 * @param id the package
 * @param services the services that it applies to ({@code service_list})
 * @param totalCount calls bought
 * @param remainCount calls left
 * @param useCount calls used
 * @param createTime {@code YYYY-MM-DD HH:MM:SS}, as the service wrote it
 * @param startTime same format
 * @param endTime same format
 * @param other fields that the interface document does not list
 */
public record ServicePackage(
        long id,
        @JsonProperty("service_list") List<String> services,
        long totalCount,
        long remainCount,
        long useCount,
        String createTime,
        String startTime,
        String endTime,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ServiceResource {

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    /** Puts an empty list in the place of absent services. */
    public ServicePackage {
        services = Objects.requireNonNullElse(services, List.of());
        other = Objects.requireNonNullElse(other, Map.of());
    }

    /** When the package ends, or empty when the service gave no time that can be read. */
    @JsonIgnore
    public Optional<LocalDateTime> endsAt() {
        try {
            return Optional.ofNullable(endTime).map(text -> LocalDateTime.parse(text, FORMAT));
        } catch (DateTimeParseException unreadable) {
            return Optional.empty();
        }
    }

    /**
     * Whether the package has ended: its end time is earlier than now (interface document, States and transitions).
     *
     * @param clock now, in the time zone in which the service writes its times
     */
    public boolean expired(Clock clock) {
        return endsAt().map(end -> end.isBefore(LocalDateTime.now(clock))).orElse(false);
    }

    /** Whether no calls are left (interface document, States and transitions). */
    public boolean exhausted() {
        return remainCount == 0;
    }
}
