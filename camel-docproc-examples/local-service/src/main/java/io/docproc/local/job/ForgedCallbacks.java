/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.job;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Addresses that a forger would try: the real one with a query parameter changed, and the real one without query. */
final class ForgedCallbacks {
    private ForgedCallbacks() {}

    static List<URI> of(URI url) {
        String address = url.toString();
        int question = address.indexOf('?');
        if (question < 0) {
            return List.of(url);
        }
        String path = address.substring(0, question);
        String[] pairs = address.substring(question + 1).split("&");
        List<URI> forged = new ArrayList<>();
        for (int changed = 0; changed < pairs.length; changed++) {
            String[] query = pairs.clone();
            query[changed] = changed(query[changed]);
            forged.add(URI.create(path + "?" + String.join("&", query)));
        }
        forged.add(URI.create(path));
        return forged;
    }

    /** Another first character of the value: its last one may be mere padding. */
    private static String changed(String pair) {
        int value = pair.indexOf('=') + 1;
        if (value == pair.length()) {
            return pair + "1";
        }
        char other = pair.charAt(value) == '1' ? '2' : '1';
        return pair.substring(0, value) + other + pair.substring(escaped(pair, value) ? value + 3 : value + 1);
    }

    private static boolean escaped(String pair, int at) {
        return pair.charAt(at) == '%';
    }
}
