/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.webhook;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;

/**
 * Restricts the URLs that results are downloaded from, because a callback may contain any URL.
 *
 * <p>A URL must have the origin of {@code baseUrl}, or use https on port 443. If host names are configured, the host
 * must be one of them. Addresses that are not public are refused, except for the host of {@code baseUrl}. The IP address
 * is checked when the connection is opened, on the address that the connection uses. Through a proxy, which resolves the
 * names itself, it is checked before, as far as the name is known here. Thread-safe.
 */
final class ResultHosts implements DnsResolver {
    /**
     * Addresses that are not globally reachable (IANA special-purpose registries), multicast addresses, those that embed
     * an IPv4 address (IPv4-compatible, NAT64, Teredo, 6to4), and the address of Azure's platform services.
     */
    private static final List<Block> INTERNAL = Stream.of(
                    """
            0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
            192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4
            240.0.0.0/4 ::/96 64:ff9b::/32 100::/64 2001::/23 2001:db8::/32 2002::/16 3fff::/20 5f00::/16 fc00::/7
            fe80::/10 fec0::/10 ff00::/8"""
                            .split("\\s+"))
            .map(Block::of)
            .toList();

    private final URI baseUrl;
    private final Set<String> allowed;
    private final Set<String> proxies;
    private final DnsResolver resolver;

    /** Addresses with a common prefix. */
    private record Block(InetAddress first, int prefix) {
        static Block of(String cidr) {
            int slash = cidr.indexOf('/');
            try {
                return new Block(
                        InetAddress.getByName(cidr.substring(0, slash)), Integer.parseInt(cidr.substring(slash + 1)));
            } catch (UnknownHostException e) {
                throw new IllegalArgumentException(cidr, e);
            }
        }

        boolean contains(InetAddress address) {
            byte[] mine = first.getAddress();
            byte[] other = address.getAddress();
            int rest = mine.length * 8 - prefix;
            return mine.length == other.length
                    && new BigInteger(mine).shiftRight(rest).equals(new BigInteger(other).shiftRight(rest));
        }
    }

    /**
     * @param baseUrl base URL of the service
     * @param allowed host names; empty for any public host
     * @param proxies hosts of the proxies of the calls
     */
    ResultHosts(URI baseUrl, Set<String> allowed, Set<String> proxies) {
        this(baseUrl, allowed, proxies, SystemDefaultDnsResolver.INSTANCE);
    }

    ResultHosts(URI baseUrl, Set<String> allowed, Set<String> proxies, DnsResolver resolver) {
        this.baseUrl = baseUrl;
        this.allowed = lowerCase(allowed);
        this.proxies = lowerCase(proxies);
        this.resolver = resolver;
    }

    private static Set<String> lowerCase(Set<String> hosts) {
        return hosts.stream().map(host -> host.toLowerCase(Locale.ROOT)).collect(Collectors.toSet());
    }

    /**
     * Returns the URL if a result may be downloaded from it.
     *
     * @throws DownloadException if the URL is malformed or not allowed
     * @throws UnknownHostException if the address of its host is not public, and a proxy would resolve it
     */
    URI check(String resultUrl) throws DownloadException, UnknownHostException {
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
        if (!proxies.isEmpty() && !baseUrl.getHost().equalsIgnoreCase(url.getHost())) {
            requirePublic(url.getHost(), knownAddresses(url.getHost()));
        }
        return url;
    }

    private static URI parse(String resultUrl) throws DownloadException {
        try {
            return new URI(resultUrl == null ? "" : resultUrl);
        } catch (URISyntaxException e) {
            throw refused("it is not a URL");
        }
    }

    private static DownloadException refused(String reason) {
        return DownloadException.unavailable("the result_url is refused: " + reason);
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

    private InetAddress[] knownAddresses(String host) {
        try {
            return resolver.resolve(host);
        } catch (UnknownHostException e) {
            return new InetAddress[0];
        }
    }

    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
        InetAddress[] addresses = resolver.resolve(host);
        if (!baseUrl.getHost().equalsIgnoreCase(host) && !proxies.contains(host.toLowerCase(Locale.ROOT))) {
            requirePublic(host, addresses);
        }
        return addresses;
    }

    @Override
    public String resolveCanonicalHostname(String host) throws UnknownHostException {
        return resolver.resolveCanonicalHostname(host);
    }

    private static void requirePublic(String host, InetAddress... addresses) throws UnknownHostException {
        for (InetAddress address : addresses) {
            if (INTERNAL.stream().anyMatch(block -> block.contains(address))) {
                throw new UnknownHostException("the host of the result_url, " + host + ", has the internal address "
                        + address.getHostAddress() + "; only public addresses and the host of baseUrl are allowed");
            }
        }
    }
}
