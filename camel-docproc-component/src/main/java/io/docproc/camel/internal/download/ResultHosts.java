/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.download;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;

/**
 * Restricts the URLs that results are downloaded from, because a callback may contain any URL.
 *
 * <p>A URL must have the origin of {@code baseUrl}, or use https on port 443. If host names are configured, the host
 * must be one of them. Private, loopback, link-local and multicast addresses are refused, except for the host of
 * {@code baseUrl}. The IP address is checked when the connection is opened, on the address that the connection uses.
 * Thread-safe.
 */
final class ResultHosts implements DnsResolver {
    private final URI baseUrl;
    private final Set<String> allowed;
    private final DnsResolver resolver;

    /**
     * @param baseUrl base URL of the service
     * @param allowed host names; empty for any public host
     */
    ResultHosts(URI baseUrl, Set<String> allowed) {
        this(baseUrl, allowed, SystemDefaultDnsResolver.INSTANCE);
    }

    ResultHosts(URI baseUrl, Set<String> allowed, DnsResolver resolver) {
        this.baseUrl = baseUrl;
        this.allowed =
                allowed.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
        this.resolver = resolver;
    }

    /**
     * Returns the URL if a result may be downloaded from it.
     *
     * @throws ResultUnavailableException if the URL is malformed or not allowed
     */
    URI check(String resultUrl) throws ResultUnavailableException {
        URI url = parse(resultUrl);
        if (url.getHost() == null || url.getRawUserInfo() != null) {
            throw refused("it has no host or contains user information");
        }
        if (isBaseUrl(url)) {
            return url;
        }
        if (!"https".equalsIgnoreCase(url.getScheme()) || (url.getPort() != -1 && url.getPort() != 443)) {
            throw refused("its origin is " + url.getScheme() + "://" + url.getHost() + ":" + port(url)
                    + "; allowed are https on port 443 and the origin of baseUrl");
        }
        if (!allowed.isEmpty() && !allowed.contains(url.getHost().toLowerCase(Locale.ROOT))) {
            throw refused("its host " + url.getHost()
                    + " is not in allowedResultHosts; add the host to this option if it belongs to the service");
        }
        return url;
    }

    private static URI parse(String resultUrl) throws ResultUnavailableException {
        try {
            return new URI(resultUrl == null ? "" : resultUrl);
        } catch (URISyntaxException e) {
            throw refused("it is not a URL");
        }
    }

    private static ResultUnavailableException refused(String reason) {
        return new ResultUnavailableException("the result_url is refused: " + reason);
    }

    /** Returns whether a URL has the origin of {@code baseUrl}. Only that origin receives credentials. */
    boolean isBaseUrl(URI url) {
        return baseUrl.getScheme().equalsIgnoreCase(url.getScheme())
                && baseUrl.getHost().equalsIgnoreCase(url.getHost())
                && port(baseUrl) == port(url);
    }

    private static int port(URI url) {
        if (url.getPort() != -1) {
            return url.getPort();
        }
        return "https".equalsIgnoreCase(url.getScheme()) ? 443 : 80;
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        InetAddress[] addresses = resolver.resolve(host);
        if (!baseUrl.getHost().equalsIgnoreCase(host)) {
            for (InetAddress address : addresses) {
                requirePublic(host, address);
            }
        }
        return addresses;
    }

    @Override
    public String resolveCanonicalHostname(String host) throws UnknownHostException {
        return resolver.resolveCanonicalHostname(host);
    }

    private static void requirePublic(String host, InetAddress address) throws UnknownHostException {
        if (isInternal(address)) {
            throw new UnknownHostException("the host of the result_url, " + host + ", has the internal address "
                    + address.getHostAddress() + "; only public addresses and the host of baseUrl are allowed");
        }
    }

    private static boolean isInternal(InetAddress address) {
        return address.isAnyLocalAddress()
                || address.isLoopbackAddress()
                || address.isLinkLocalAddress()
                || address.isSiteLocalAddress()
                || address.isMulticastAddress()
                || isReserved(address.getAddress())
                || (address instanceof Inet6Address && isUniqueLocalOrEmbedded(address.getAddress()));
    }

    /**
     * Returns whether an IPv4 address is in 0/8, 100.64/10 (carrier-grade NAT), 192.0.0/24, 198.18/15 (benchmarks) or
     * 240/4.
     */
    private static boolean isReserved(byte[] bytes) {
        if (bytes.length != 4) {
            return false;
        }
        int first = bytes[0] & 0xff;
        int second = bytes[1] & 0xff;
        return first == 0
                || (first == 100 && second >= 64 && second < 128)
                || (first == 192 && second == 0 && bytes[2] == 0)
                || (first == 198 && (second == 18 || second == 19))
                || first >= 240;
    }

    /**
     * Returns whether an IPv6 address is in fc00::/7 or embeds an IPv4 address. The prefixes of embedded addresses are
     * NAT64 64:ff9b::/32, 6to4 2002::/16 and ::/96.
     */
    private static boolean isUniqueLocalOrEmbedded(byte[] bytes) {
        boolean uniqueLocal = (bytes[0] & 0xfe) == 0xfc;
        boolean nat64 = bytes[0] == 0 && bytes[1] == 0x64 && (bytes[2] & 0xff) == 0xff && (bytes[3] & 0xff) == 0x9b;
        boolean sixToFour = bytes[0] == 0x20 && bytes[1] == 0x02;
        boolean compatible = true;
        for (int index = 0; index < 12; index++) {
            compatible &= bytes[index] == 0;
        }
        return uniqueLocal || nat64 || sixToFour || compatible;
    }
}
