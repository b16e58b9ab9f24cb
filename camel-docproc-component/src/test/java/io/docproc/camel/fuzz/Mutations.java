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

/** Generates hostile inputs by changing valid ones at a few positions. */
public final class Mutations {
    private static final int MAX_CHANGES = 6;
    private static final List<Integer> HOSTILE =
            List.of(0, 1, -1, 255, 65_535, 65_536, Integer.MAX_VALUE, Integer.MIN_VALUE, 0x00FFFFFF, 0x40000000);

    private Mutations() {}

    /** Returns one of the seeds with up to six changes. */
    public static Arbitrary<byte[]> of(List<byte[]> seeds) {
        return Combinators.combine(Arbitraries.of(seeds), change().list().ofMaxSize(MAX_CHANGES))
                .as((seed, changes) -> {
                    byte[] changed = seed;
                    for (UnaryOperator<byte[]> change : changes) {
                        changed = change.apply(changed);
                    }
                    return changed;
                });
    }

    private static Arbitrary<UnaryOperator<byte[]>> change() {
        Arbitrary<Double> position = Arbitraries.doubles().between(0, 1);
        return Arbitraries.oneOf(
                Combinators.combine(position, Arbitraries.bytes()).as(Mutations::overwrite),
                Combinators.combine(position, Arbitraries.of(HOSTILE)).as(Mutations::number),
                Combinators.combine(
                                position,
                                Arbitraries.bytes().array(byte[].class).ofMaxSize(32))
                        .as(Mutations::insert),
                Combinators.combine(position, position).as(Mutations::repeat),
                Combinators.combine(position, position).as(Mutations::remove),
                position.map(Mutations::truncate));
    }

    private static int at(double position, int length) {
        return (int) (position * length);
    }

    private static UnaryOperator<byte[]> overwrite(double position, byte value) {
        return bytes -> {
            byte[] changed = bytes.clone();
            if (changed.length > 0) {
                changed[Math.min(at(position, changed.length), changed.length - 1)] = value;
            }
            return changed;
        };
    }

    /** Overwrites four bytes with a number, as lengths and counts are encoded. */
    private static UnaryOperator<byte[]> number(double position, int value) {
        return bytes -> {
            byte[] changed = bytes.clone();
            int at = at(position, changed.length - Integer.BYTES);
            if (at >= 0 && changed.length >= Integer.BYTES) {
                ByteBuffer.wrap(changed).putInt(at, value);
            }
            return changed;
        };
    }

    private static UnaryOperator<byte[]> insert(double position, byte[] more) {
        return bytes -> join(part(bytes, 0, position), more, part(bytes, position, 1));
    }

    private static UnaryOperator<byte[]> repeat(double from, double to) {
        return bytes -> join(part(bytes, 0, Math.max(from, to)), part(bytes, Math.min(from, to), 1));
    }

    private static UnaryOperator<byte[]> remove(double from, double to) {
        return bytes -> join(part(bytes, 0, Math.min(from, to)), part(bytes, Math.max(from, to), 1));
    }

    private static UnaryOperator<byte[]> truncate(double position) {
        return bytes -> part(bytes, 0, position);
    }

    private static byte[] part(byte[] bytes, double from, double to) {
        int start = at(from, bytes.length);
        return Arrays.copyOfRange(bytes, start, Math.max(start, at(to, bytes.length)));
    }

    private static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
