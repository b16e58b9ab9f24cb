/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Signs and verifies callback URLs. The service does not sign callbacks. Therefore the URL contains the correlation id,
 * the expiry and an HMAC-SHA256 over both. Thread-safe.
 *
 * <p>The test of a route can sign the callback URL that the service would call:
 *
 * <pre>{@code
 * CallbackSigner signer = new CallbackSigner(callbackSecret, Clock.systemUTC());
 * URI url = signer.sign(callbackUrl, "order.pdf", Duration.ofMinutes(5));
 * }</pre>
 */
public final class CallbackSigner {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int MIN_SECRET_LENGTH = 16;
    private static final int MAX_QUERY_LENGTH = 8192;
    private static final String CORRELATION_ID = "correlationId";
    private static final String EXPIRES = "expires";
    private static final String SIGNATURE = "signature";
    /** Year 33658: the expiry of a callback URL that is valid for longer, such as "forever". */
    private static final long MAX_EPOCH_SECONDS = 999_999_999_999L;

    private static final Pattern EPOCH_SECONDS = Pattern.compile("[0-9]{1,12}");
    private static final List<String> PARAMETERS = List.of(CORRELATION_ID, EXPIRES, SIGNATURE);

    private final List<SecretKeySpec> secrets;
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
        this.secrets = Arrays.stream(secrets.split(","))
                .map(String::strip)
                .map(CallbackSigner::secret)
                .toList();
        this.clock = clock;
    }

    private static SecretKeySpec secret(String secret) {
        if (secret.length() < MIN_SECRET_LENGTH) {
            throw new IllegalArgumentException("Option callbackSecret contains a secret of " + secret.length()
                    + " characters; a secret has at least " + MIN_SECRET_LENGTH
                    + " characters. Generate one, for example with 'openssl rand -hex 32'");
        }
        return new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
    }

    /**
     * Returns a signed callback URL.
     *
     * @param callbackUrl URL of the consumer, without a query
     * @param correlationId returned by {@link #verify(String)} when the callback arrives
     * @param timeToLive how long the callback URL is valid
     */
    public URI sign(URI callbackUrl, String correlationId, Duration timeToLive) {
        long expires = Math.min(
                clock.instant().getEpochSecond() + Math.min(timeToLive.toSeconds(), MAX_EPOCH_SECONDS),
                MAX_EPOCH_SECONDS);
        String signature = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(signature(secrets.get(0), correlationId, expires));
        return URI.create(callbackUrl + "?" + CORRELATION_ID + "="
                + URLEncoder.encode(correlationId, StandardCharsets.UTF_8) + "&" + EXPIRES + "=" + expires + "&"
                + SIGNATURE + "=" + signature);
    }

    /**
     * Returns the correlation id of a callback URL whose signature is valid and not expired; empty in any other case.
     * Compares signatures in constant time.
     *
     * @param rawQuery the query of the requested URL, not decoded and at most 8,192 characters long; may be
     *     {@code null}
     */
    public Optional<String> verify(String rawQuery) {
        if (rawQuery == null || rawQuery.length() > MAX_QUERY_LENGTH) {
            return Optional.empty();
        }
        try {
            return parameters(rawQuery).filter(this::isValid).map(parameters -> parameters.get(CORRELATION_ID));
        } catch (IllegalArgumentException e) {
            // A parameter is neither URL-encoded nor Base64.
            return Optional.empty();
        }
    }

    private boolean isValid(Map<String, String> parameters) {
        if (!EPOCH_SECONDS.matcher(parameters.get(EXPIRES)).matches()) {
            return false;
        }
        long expires = Long.parseLong(parameters.get(EXPIRES));
        byte[] signature = Base64.getUrlDecoder().decode(parameters.get(SIGNATURE));
        boolean valid = false;
        for (SecretKeySpec secret : secrets) {
            valid |= MessageDigest.isEqual(signature(secret, parameters.get(CORRELATION_ID), expires), signature);
        }
        return valid && clock.instant().getEpochSecond() <= expires;
    }

    /**
     * Returns the decoded parameters. Returns an empty result unless each of them occurs exactly once: the sender is
     * not authenticated yet. Ignores other parameters, which a proxy may add.
     *
     * @throws IllegalArgumentException if a parameter is not URL-encoded
     */
    private static Optional<Map<String, String>> parameters(String rawQuery) {
        Map<String, String> parameters = new HashMap<>();
        for (String pair : rawQuery.split("&")) {
            int equals = pair.indexOf('=');
            String name = equals < 0 ? pair : pair.substring(0, equals);
            if (PARAMETERS.contains(name)) {
                String value = URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8);
                if (equals < 0 || parameters.put(name, value) != null) {
                    return Optional.empty();
                }
            }
        }
        return parameters.size() == PARAMETERS.size() ? Optional.of(parameters) : Optional.empty();
    }

    private static byte[] signature(SecretKeySpec secret, String correlationId, long expires) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(secret);
            return mac.doFinal(
                    ("docproc-callback-1\n" + expires + "\n" + correlationId).getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("The Java runtime does not provide " + ALGORITHM, e);
        }
    }
}
