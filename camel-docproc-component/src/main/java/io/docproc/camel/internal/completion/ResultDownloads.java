/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.completion;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.docproc.camel.internal.body.UnreadableJsonException;
import io.docproc.camel.internal.http.CallFailures;
import io.docproc.camel.internal.http.CallsInFlight;
import io.docproc.camel.internal.http.CamelHttpClients;
import io.docproc.camel.internal.http.Redaction;
import io.docproc.camel.internal.http.ServiceAccount;
import io.docproc.camel.internal.http.ServiceCall;
import io.docproc.camel.internal.http.ServiceClient;
import io.docproc.camel.internal.http.ServiceResponse;
import java.io.IOException;
import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.io.input.BoundedInputStream;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.classic.HttpClient;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.MessageConstraintException;

/**
 * Downloads of a component, with HTTP clients of their own, because a callback may contain any URL.
 *
 * <p>A URL must have the origin of {@code baseUrl}, or use https on port 443 with a public address, and one of the hosts
 * in {@code allowedResultHosts} if there are any. A client uses the proxy of the calls, follows no redirect, stores no
 * cookies and does not retry. It authenticates to the proxy, and sends the credentials of the account to the origin of
 * {@code baseUrl} and to {@code credentialHosts} only. Thread-safe.
 */
public final class ResultDownloads {
    private static final int HTTP_OK = 200;
    private static final Pattern HOST = Pattern.compile("[\\w.-]+|\\[[\\da-f:.]+]");

    /**
     * Addresses that are not globally reachable (IANA special-purpose registries), multicast addresses, those that embed
     * an IPv4 address (IPv4-compatible, NAT64, Teredo, 6to4), and the address of Azure's platform services.
     */
    private static final List<String> INTERNAL = List.of(
            """
            0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
            192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4
            240.0.0.0/4 ::/96 64:ff9b::/32 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7
            fe80::/10 fec0::/10 ff00::/8"""
                    .split("\\s+"));

    private final CamelHttpClients http;
    private final DnsResolver resolver;

    /** Thrown if a result cannot be downloaded, other than because of the connection or an unreadable response. */
    public static final class DownloadException extends IOException {
        private static final long serialVersionUID = 1L;

        private final Reason reason;
        private final int code;
        private final int httpStatus;

        /** Why the result could not be downloaded. */
        public enum Reason {
            /** The URL does not exist or has expired. A status request may return another URL. */
            EXPIRED,
            /**
             * Another attempt cannot succeed while the service and the options stay the same: the URL is refused, the
             * result is too large, or the response is an error about the job.
             */
            UNAVAILABLE,
            /** The service's response is another error, such as an account error. A later download may succeed. */
            ERROR
        }

        private DownloadException(Reason reason, String message, int code, int httpStatus) {
            super(message);
            this.reason = reason;
            this.code = code;
            this.httpStatus = httpStatus;
        }

        /** Creates the exception for a result that no longer exists at its URL. */
        public static DownloadException expired(String message) {
            String reason = message + "; the result has expired, or belongs to another account";
            return new DownloadException(Reason.EXPIRED, reason, 0, 0);
        }

        /** Creates the exception for a result that another attempt cannot download either. */
        public static DownloadException unavailable(String message) {
            return new DownloadException(Reason.UNAVAILABLE, message, 0, 0);
        }

        /** Creates the exception for another error of the service. */
        public static DownloadException error(String message, int code, int httpStatus) {
            return new DownloadException(Reason.ERROR, message, code, httpStatus);
        }

        /** Returns why the result could not be downloaded. */
        public Reason reason() {
            return reason;
        }

        /** Returns the code of the service; 0 if there is none. */
        public int code() {
            return code;
        }

        /** Returns the HTTP status of an {@link Reason#ERROR}; otherwise 0. */
        public int httpStatus() {
            return httpStatus;
        }
    }

    /** Creates the downloads of a component with its HTTP clients. */
    public ResultDownloads(CamelHttpClients http) {
        this(http, SystemDefaultDnsResolver.INSTANCE);
    }

    ResultDownloads(CamelHttpClients http, DnsResolver resolver) {
        this.http = http;
        this.resolver = resolver;
    }

    /**
     * Returns the downloads for the settings of an endpoint.
     *
     * @param credentialHosts hosts that receive the credentials, separated by commas; null for none
     * @throws IllegalArgumentException if an option contains no host name
     */
    public Source of(ServiceAccount account, CompletionOptions options, String credentialHosts) {
        return new Source(account, options, credentialHosts);
    }

    private static Set<String> hosts(String option, String names) {
        return Stream.ofNullable(names)
                .flatMap(hosts -> Arrays.stream(hosts.split(",")))
                .map(host -> host.strip().toLowerCase(Locale.ROOT))
                .filter(host -> !host.isEmpty())
                .peek(host -> {
                    if (!HOST.matcher(host).matches()) {
                        throw new IllegalArgumentException(
                                "Option " + option + " contains '" + host
                                        + "'; allowed are host names separated by commas; remove scheme, port, path and wildcards");
                    }
                })
                .collect(Collectors.toUnmodifiableSet());
    }

    /**
     * Refuses the connection to an address that is not public, except for the host of {@code baseUrl} and for proxies. A
     * proxy resolves the names itself, so the address is also checked before the request, as far as it is known here.
     */
    record PublicAddresses(DnsResolver resolver, String serviceHost, Set<String> proxies)
            implements DnsResolver, ExecChainHandler {
        PublicAddresses(DnsResolver resolver, String serviceHost) {
            this(resolver, serviceHost, ConcurrentHashMap.newKeySet());
        }

        @Override
        public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
                throws IOException, HttpException {
            HttpHost proxy = scope.route.getProxyHost();
            if (proxy != null) {
                proxies.add(proxy.getHostName());
            }
            String host = scope.route.getTargetHost().getHostName();
            requirePublic(host, resolveIfKnown(host));
            return chain.proceed(request, scope);
        }

        private InetAddress[] resolveIfKnown(String host) {
            try {
                return resolver.resolve(host);
            } catch (UnknownHostException e) {
                return new InetAddress[0];
            }
        }

        @Override
        public InetAddress[] resolve(String host) throws UnknownHostException {
            InetAddress[] addresses = resolver.resolve(host);
            if (!proxies.contains(host)) {
                requirePublic(host, addresses);
            }
            return addresses;
        }

        @Override
        public String resolveCanonicalHostname(String host) throws UnknownHostException {
            return resolver.resolveCanonicalHostname(host);
        }

        private void requirePublic(String host, InetAddress... addresses) throws UnknownHostException {
            for (InetAddress address : addresses) {
                if (!serviceHost.equalsIgnoreCase(host)
                        && INTERNAL.stream().anyMatch(block -> contains(block, address))) {
                    throw new UnknownHostException("the host of the result_url, " + host + ", has the internal address "
                            + address.getHostAddress() + "; only public addresses and the host of baseUrl are allowed");
                }
            }
        }

        /** Returns whether an address is in a block such as {@code 10.0.0.0/8}. */
        private static boolean contains(String block, InetAddress address) {
            byte[] bytes = address.getAddress();
            byte[] first;
            try {
                first = InetAddress.getByName(block.replaceFirst("/.*", "")).getAddress();
            } catch (UnknownHostException e) {
                throw new IllegalStateException(block, e);
            }
            int rest = bytes.length * 8 - Integer.parseInt(block.replaceFirst(".*/", ""));
            return bytes.length == first.length
                    && new BigInteger(bytes).shiftRight(rest).equals(new BigInteger(first).shiftRight(rest));
        }
    }

    /** Downloads for the settings of one endpoint. Thread-safe. */
    public final class Source {
        private final ServiceAccount account;
        private final Set<String> allowedHosts;
        private final Set<String> credentialHosts;
        private final long maxSize;
        private final Redaction redaction;

        private Source(ServiceAccount account, CompletionOptions options, String credentialHosts) {
            this.account = account;
            this.allowedHosts = hosts("allowedResultHosts", options.getAllowedResultHosts());
            this.credentialHosts = hosts("credentialHosts", credentialHosts);
            this.maxSize = options.getMaxResultSize();
            this.redaction = Redaction.NONE.and(account.credentials().secretCode());
        }

        /**
         * Downloads a result.
         *
         * @param operation the operation that downloads the result, for exceptions
         * @param resultUrl URL from a completion or a status response
         * @param reader reads the result
         * @return what the reader returns
         * @throws DownloadException if the URL has expired, is refused, or the response is an error
         * @throws UnreadableJsonException if the response is not JSON
         * @throws IOException if the host does not respond, or the component is stopped
         */
        public <T> T fetch(String operation, String resultUrl, ServiceResponse.Reader<T> reader) throws IOException {
            URI url = allowed(resultUrl);
            boolean isService = hasOriginOfService(url) || contains(credentialHosts, url);
            HttpGet request = new HttpGet(url);
            if (isService) {
                account.credentials().headers().forEach(request::setHeader);
            }
            try (CallsInFlight.Call download = http.calls().begin(this, account.callTimeout(), request::abort)) {
                try (ClassicHttpResponse response = ServiceClient.open(this::client, account, request, null)) {
                    ServiceCall call = ServiceCall.get(operation, url)
                            .withSecret(account.credentials().secretCode());
                    return read(request, response, call, reader, isService);
                } catch (IOException | HttpException e) {
                    IOException failure = redacted(e, isService);
                    throw download.cancellationReason()
                            .map(reason -> new IOException(reason, failure))
                            .orElse(failure);
                }
            } catch (RejectedExecutionException e) {
                throw new ConnectionClosedException("the component is stopped", e);
            }
        }

        private HttpClient client() {
            return http.forDownloads(
                    account,
                    () -> new PublicAddresses(resolver, account.baseUrl().getHost()));
        }

        /** Aborts a response that is not read to its end: to close it would first read its body, which may be endless. */
        private <T> T read(
                HttpGet request,
                ClassicHttpResponse response,
                ServiceCall call,
                ServiceResponse.Reader<T> reader,
                boolean isService)
                throws IOException {
            boolean isRead = false;
            try {
                requireResult(response, isService);
                T result = read(response, call, reader);
                isRead = true;
                return result;
            } finally {
                if (!isRead) {
                    request.abort();
                }
            }
        }

        private URI allowed(String resultUrl) throws DownloadException {
            URI url;
            try {
                url = ServiceCall.uri(resultUrl == null ? "" : resultUrl.strip());
            } catch (URISyntaxException e) {
                throw refused("it is not a URL");
            }
            if (url.getHost() == null || url.getRawUserInfo() != null) {
                throw refused("it has no host or contains user information");
            }
            if (hasOriginOfService(url)) {
                return url;
            }
            String origin = ServiceAccount.origin(url);
            if (!origin.startsWith("https://") || !origin.endsWith(":443")) {
                throw refused("its origin is " + origin + "; allowed are https on port 443 and the origin of baseUrl");
            }
            if (!allowedHosts.isEmpty() && !contains(allowedHosts, url)) {
                throw refused("its host " + url.getHost()
                        + " is not in allowedResultHosts; add the host to this option if it belongs to the service");
            }
            return url;
        }

        private static DownloadException refused(String reason) {
            return DownloadException.unavailable("the result_url is refused: " + reason);
        }

        private static boolean contains(Set<String> hosts, URI url) {
            return hosts.contains(url.getHost().toLowerCase(Locale.ROOT));
        }

        boolean hasOriginOfService(URI url) {
            return ServiceAccount.origin(account.baseUrl()).equals(ServiceAccount.origin(url));
        }

        private static void requireResult(ClassicHttpResponse response, boolean isService) throws IOException {
            int status = response.getCode();
            if (status == HTTP_OK && response.getEntity() != null) {
                return;
            }
            // Other hosts receive no credentials: their URLs contain an authorization, which has expired.
            boolean expired = status == 404 || status == 410 || ((status == 401 || status == 403) && !isService);
            String reason = "the result URL responds with HTTP status " + status + "; 200 is expected";
            throw expired ? DownloadException.expired(reason) : DownloadException.error(reason, 0, status);
        }

        private <T> T read(ClassicHttpResponse response, ServiceCall call, ServiceResponse.Reader<T> reader)
                throws IOException {
            try (BoundedInputStream body = BoundedInputStream.builder()
                    .setInputStream(response.getEntity().getContent())
                    .setMaxCount(maxSize + 1)
                    .setOnMaxCount((max, count) -> {
                        throw DownloadException.unavailable("the result is larger than maxResultSize, which is "
                                + maxSize + " bytes; increase maxResultSize to accept it");
                    })
                    .setPropagateClose(false)
                    .get()) {
                return reader.read(new ServiceResponse(call, response.getCode(), "", "", body));
            } catch (JsonProcessingException e) {
                throw UnreadableJsonException.of(e);
            }
        }

        /**
         * Removes the credentials from an exception, because a response from the origin of {@code baseUrl} may quote them.
         * Codes of other hosts say nothing about the account, so that they become ordinary failures.
         */
        IOException redacted(Exception exception, boolean isService) {
            if (exception instanceof DownloadException failure) {
                return failure.reason() == DownloadException.Reason.ERROR && !isService
                        ? new IOException(failure.getMessage())
                        : failure;
            }
            Optional<MessageConstraintException> excess = CallFailures.explained(exception);
            if (excess.isPresent()) {
                return excess.get();
            }
            Exception redacted = redaction.apply(exception);
            return redacted instanceof IOException ioException ? ioException : new IOException(redacted);
        }
    }
}
