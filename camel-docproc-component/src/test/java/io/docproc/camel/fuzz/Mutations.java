/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;

/** What is valid, and then changed in a few places as somebody would who means harm. */
public final class Mutations {
    private static final int MOST = 6;
    private static final List<Integer> HOSTILE =
            List.of(0, 1, -1, 255, 65_535, 65_536, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x00FFFFFF, 0x40000000);

    private Mutations() {}

    /** One of these, changed in up to six places; now and then as it is. */
    public static Arbitrary<byte[]> of(List<byte[]> seeds) {
        return Combinators.combine(Arbitraries.of(seeds), change().list().ofMaxSize(MOST))
                .as((seed, changes) -> {
                    byte[] changed = seed;
                    for (UnaryOperator<byte[]> change : changes) {
                        changed = change.apply(changed);
                    }
                    return changed;
                });
    }

    private static Arbitrary<UnaryOperator<byte[]>> change() {
        Arbitrary<Double> place = Arbitraries.doubles().between(0, 1);
        return Arbitraries.oneOf(
                Combinators.combine(place, Arbitraries.bytes()).as(Mutations::overwritten),
                Combinators.combine(place, Arbitraries.of(HOSTILE)).as(Mutations::number),
                Combinators.combine(
                                place, Arbitraries.bytes().array(byte[].class).ofMaxSize(32))
                        .as(Mutations::inserted),
                Combinators.combine(place, place).as(Mutations::repeated),
                Combinators.combine(place, place).as(Mutations::without),
                place.map(Mutations::cut));
    }

    private static int at(double place, int length) {
        return (int) (place * length);
    }

    private static UnaryOperator<byte[]> overwritten(double place, byte value) {
        return bytes -> {
            byte[] changed = bytes.clone();
            if (changed.length > 0) {
                changed[Math.min(at(place, changed.length), changed.length - 1)] = value;
            }
            return changed;
        };
    }

    /** A number as lengths, counts and sides are written, at a place where one may stand. */
    private static UnaryOperator<byte[]> number(double place, int value) {
        return bytes -> {
            byte[] changed = bytes.clone();
            int at = at(place, changed.length - Integer.BYTES);
            if (at >= 0 && changed.length >= Integer.BYTES) {
                ByteBuffer.wrap(changed).putInt(at, value);
            }
            return changed;
        };
    }

    private static UnaryOperator<byte[]> inserted(double place, byte[] more) {
        return bytes -> joined(part(bytes, 0, place), more, part(bytes, place, 1));
    }

    private static UnaryOperator<byte[]> repeated(double from, double to) {
        return bytes -> joined(part(bytes, 0, Math.max(from, to)), part(bytes, Math.min(from, to), 1));
    }

    private static UnaryOperator<byte[]> without(double from, double to) {
        return bytes -> joined(part(bytes, 0, Math.min(from, to)), part(bytes, Math.max(from, to), 1));
    }

    private static UnaryOperator<byte[]> cut(double place) {
        return bytes -> part(bytes, 0, place);
    }

    private static byte[] part(byte[] bytes, double from, double to) {
        int start = at(from, bytes.length);
        return Arrays.copyOfRange(bytes, start, Math.max(start, at(to, bytes.length)));
    }

    private static byte[] joined(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
