/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.webhook;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Builds callback addresses that only this component can have made, and recognizes them. The service signs nothing, so
 * the address itself carries correlation id, expiry and an HMAC-SHA256 over both.
 *
 * <p>Public, so that tests of a route can make the callbacks that the service would make.
 */
public final class CallbackSigner {
    private static final int MIN_SECRET = 16;
    private static final int MAX_QUERY = 8192;
    private static final String CORRELATION_ID = "correlationId";
    private static final String EXPIRES = "expires";
    private static final String SIGNATURE = "signature";

    /** One for each secret, only ever cloned: looking an algorithm up and preparing a key takes longer than a signature. */
    private final List<Mac> macs;

    private final Clock clock;

    /**
     * @param secrets one secret, or several separated by commas while they are being rotated: the first signs, all are
     *     recognized
     * @param clock decides what has expired
     * @throws IllegalArgumentException when a secret is shorter than 16 characters
     */
    public CallbackSigner(String secrets, Clock clock) {
        this.macs = Arrays.stream(secrets.split(","))
                .map(String::strip)
                .map(CallbackSigner::secret)
                .map(CallbackSigner::mac)
                .toList();
        this.clock = clock;
    }

    private static byte[] secret(String secret) {
        if (secret.length() < MIN_SECRET) {
            throw new IllegalArgumentException("Option callbackSecret holds a secret of " + secret.length()
                    + " characters; allowed are at least " + MIN_SECRET + ", for example from 'openssl rand -hex 32'");
        }
        return secret.getBytes(StandardCharsets.UTF_8);
    }

    /**
     * An address for a job's callback.
     *
     * @param address where the service reaches the consumer
     * @param correlationId comes back with the callback
     * @param timeToLive how long the address is good for
     */
    public URI sign(URI address, String correlationId, Duration timeToLive) {
        long expires = clock.instant().plus(timeToLive).getEpochSecond();
        String signature =
                Base64.getUrlEncoder().withoutPadding().encodeToString(signature(macs.get(0), correlationId, expires));
        return URI.create(
                address + "?" + CORRELATION_ID + "=" + URLEncoder.encode(correlationId, StandardCharsets.UTF_8) + "&"
                        + EXPIRES + "=" + expires + "&" + SIGNATURE + "=" + signature);
    }

    /**
     * The correlation id of a callback whose signature is right and has not expired; empty for anything else.
     *
     * @param rawQuery the query of the address that was called, as it came
     */
    public Optional<String> verify(String rawQuery) {
        if (rawQuery == null || rawQuery.length() > MAX_QUERY) {
            return Optional.empty();
        }
        return CallbackQuery.parse(rawQuery, List.of(CORRELATION_ID, EXPIRES, SIGNATURE))
                .flatMap(this::verify);
    }

    private Optional<String> verify(Map<String, String> query) {
        String correlationId = query.get(CORRELATION_ID);
        Optional<Long> expires = CallbackQuery.seconds(query.get(EXPIRES));
        Optional<byte[]> signature = CallbackQuery.base64(query.get(SIGNATURE));
        if (expires.isEmpty() || signature.isEmpty()) {
            return Optional.empty();
        }
        boolean known = false;
        for (Mac mac : macs) {
            known |= MessageDigest.isEqual(signature(mac, correlationId, expires.get()), signature.get());
        }
        boolean inTime = clock.instant().getEpochSecond() <= expires.get();
        return known && inTime ? Optional.of(correlationId) : Optional.empty();
    }

    private static Mac mac(byte[] secret) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return mac;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static byte[] signature(Mac mac, String correlationId, long expires) {
        try {
            return ((Mac) mac.clone())
                    .doFinal(
                            ("docproc-callback-1\n" + expires + "\n" + correlationId).getBytes(StandardCharsets.UTF_8));
        } catch (CloneNotSupportedException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
