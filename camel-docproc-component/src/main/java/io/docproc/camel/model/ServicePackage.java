/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Package of calls that the account has bought (interface document, "Package record").
 *
 * @param id the id of the package
 * @param services the services that it applies to ({@code service_list})
 * @param totalCount the number of calls in the package
 * @param remainCount the number of calls left; null if absent
 * @param useCount the number of calls used
 * @param createTime the time of creation, {@code YYYY-MM-DD HH:MM:SS}, as the service returns it
 * @param startTime the start of validity, in the same format
 * @param endTime the end of validity, in the same format
 * @param other fields that the interface document does not list
 */
public record ServicePackage(
        long id,
        @JsonProperty("service_list") List<String> services,
        @StrictType long totalCount,
        @StrictType Long remainCount,
        @StrictType long useCount,
        String createTime,
        String startTime,
        String endTime,
        @JsonAnySetter @JsonAnyGetter Map<String, Object> other)
        implements ServiceResource, ModelJson.ExtensibleRecord {

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

    /** Replaces absent services and absent other fields by empty ones. */
    public ServicePackage {
        services = Objects.requireNonNullElse(services, List.of());
        other = Objects.requireNonNullElse(other, Map.of());
    }

    /** Returns the end of validity; empty if the service returned none or one in another format. */
    @JsonIgnore
    public Optional<LocalDateTime> endsAt() {
        try {
            return Optional.ofNullable(endTime).map(text -> LocalDateTime.parse(text, FORMAT));
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns whether the package has expired: its end time is before the current time (interface document, States and
     * transitions). A package without a readable end time has not expired.
     *
     * @param clock the current time in the time zone in which the service writes its times
     */
    public boolean expiredAt(Clock clock) {
        return endsBefore(LocalDateTime.now(clock));
    }

    /**
     * Returns whether the package has expired, for routes: {@code ${body.expiredIn('Asia/Shanghai')}}.
     *
     * @param zone the id of the time zone in which the service writes its times, for example {@code UTC}
     * @throws java.time.DateTimeException if there is no such time zone
     */
    public boolean expiredIn(String zone) {
        return expiredAt(Clock.system(ZoneId.of(zone)));
    }

    /**
     * Returns whether the package has expired, for routes: {@code ${body.isExpired}}. The times of the service are read
     * in the default time zone of the JVM; {@link #expiredIn} reads them in another one.
     */
    @JsonIgnore
    public boolean isExpired() {
        return expiredAt(Clock.system(ZoneId.systemDefault()));
    }

    /**
     * Returns whether the package has expired or expires within a duration, for routes: {@code
     * ${body.expiresWithin('7d')}}. The times of the service are read in the default time zone of the JVM.
     */
    public boolean expiresWithin(Duration duration) {
        return endsBefore(LocalDateTime.now(ZoneId.systemDefault()).plus(duration));
    }

    private boolean endsBefore(LocalDateTime time) {
        return endsAt().map(end -> end.isBefore(time)).orElse(false);
    }

    /**
     * Returns whether no calls are left (interface document, States and transitions). False if the number is unknown.
     */
    public boolean exhausted() {
        return remainCount != null && remainCount == 0;
    }
}
