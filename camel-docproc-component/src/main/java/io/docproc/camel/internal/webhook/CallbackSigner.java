/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

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
 * Signs and verifies callback URLs. The service does not sign callbacks. Therefore the URL contains the correlation id,
 * the expiry and an HMAC-SHA256 over both. Thread-safe.
 *
 * <p>The class is public so that tests of a route can create the callback URLs that the service would call.
 */
public final class CallbackSigner {
    private static final int MIN_SECRET = 16;
    private static final int MAX_QUERY = 8192;
    private static final String CORRELATION_ID = "correlationId";
    private static final String EXPIRES = "expires";
    private static final String SIGNATURE = "signature";

    /** One prototype for each secret. Cloning a prototype is faster than creating and initializing a {@link Mac}. */
    private final List<Mac> macs;

    private final Clock clock;

    /**
     * Creates a signer.
     *
     * @param secrets one secret, or several secrets separated by commas during a rotation. The first one signs; all of
     *     them are accepted.
     * @param clock determines which callback URLs have expired
     * @throws IllegalArgumentException if a secret has less than 16 characters
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
     * Returns a signed callback URL.
     *
     * @param address URL of the consumer, without a query
     * @param correlationId returned by {@link #verify(String)} when the callback arrives
     * @param timeToLive how long the callback URL is valid
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
     * Returns the correlation id of a callback URL whose signature is valid and not expired; empty in any other case.
     * Compares signatures in constant time.
     *
     * @param rawQuery the query of the requested URL, not decoded; may be {@code null}
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
