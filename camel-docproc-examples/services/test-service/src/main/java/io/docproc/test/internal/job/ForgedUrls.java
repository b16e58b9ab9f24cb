/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test.internal.job;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** Callback URLs that the application did not register: one query parameter changed, and no query. */
final class ForgedUrls {
    private ForgedUrls() {}

    static List<URI> of(URI url) {
        String address = url.toString();
        int question = address.indexOf('?');
        if (question < 0) {
            return List.of(url);
        }
        String path = address.substring(0, question);
        String[] pairs = address.substring(question + 1).split("&");
        List<URI> forged = new ArrayList<>();
        for (int index = 0; index < pairs.length; index++) {
            String[] query = pairs.clone();
            query[index] = changed(query[index]);
            forged.add(URI.create(path + "?" + String.join("&", query)));
        }
        forged.add(URI.create(path));
        return forged;
    }

    /** Changes the first character of the value, because the last one of Base64 may be padding. */
    private static String changed(String pair) {
        int value = pair.indexOf('=') + 1;
        if (value == pair.length()) {
            return pair + "1";
        }
        char other = pair.charAt(value) == '1' ? '2' : '1';
        int length = pair.charAt(value) == '%' ? 3 : 1;
        return pair.substring(0, value) + other + pair.substring(value + length);
    }
}
