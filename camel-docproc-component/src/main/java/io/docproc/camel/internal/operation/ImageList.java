/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.operation;

import io.docproc.camel.model.CroppedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.RandomAccess;
import org.apache.camel.StreamCache;

/**
 * Images of a crop response. Each access returns a new copy of the stream, positioned at its start. Copies are
 * necessary because Camel copies and resets a stream cache only if it is the message body itself. It does not do so for
 * an element of a list that several exchanges share.
 */
final class ImageList extends AbstractList<StreamCache> implements RandomAccess, Serializable {
    private static final long serialVersionUID = 1L;

    private final transient List<CroppedImage> images;

    /** Creates a list of the entries that have an image. */
    ImageList(List<CroppedImage> images) {
        this.images = images.stream().filter(image -> image.jpeg().isPresent()).toList();
    }

    @Override
    public StreamCache get(int index) {
        return Objects.requireNonNull(images.get(index).image());
    }

    @Override
    public int size() {
        return images.size();
    }

    /** Serializes the images as a list of byte arrays, as Camel does with a single stream. */
    private Object writeReplace() throws IOException {
        ArrayList<byte[]> jpegs = new ArrayList<>();
        for (StreamCache image : this) {
            ByteArrayOutputStream jpeg = new ByteArrayOutputStream();
            image.writeTo(jpeg);
            jpegs.add(jpeg.toByteArray());
        }
        return jpegs;
    }
}
