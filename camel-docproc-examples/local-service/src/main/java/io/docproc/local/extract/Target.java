/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import io.docproc.local.extract.Field.Group;
import io.docproc.local.extract.Field.Leaf;
import java.util.Optional;

/**
 * A leaf that is looked for in a text.
 *
 * @param names how the document may label it
 * @param owner the nested object that holds it, if any
 */
record Target(Leaf leaf, FieldNames names, Optional<Group> owner) {

    static Target of(Leaf leaf, Optional<Group> owner) {
        String ownerName = owner.map(Group::name).orElse("");
        return new Target(leaf, new FieldNames(leaf.name(), leaf.description(), ownerName), owner);
    }

    boolean isDate() {
        return leaf.isoDate() || leaf.kind() == Field.Kind.STRING && names.named("date");
    }

    boolean isIdentifier() {
        return leaf.kind() == Field.Kind.STRING && !isDate() && names.named("number", "id", "code");
    }

    boolean isCurrency() {
        return leaf.kind() == Field.Kind.STRING && names.named("currency");
    }

    boolean isAddress() {
        return leaf.kind() == Field.Kind.STRING && names.named("address");
    }

    /** Whether a value can be told from other text by its form. */
    boolean hasForm() {
        return leaf.kind() != Field.Kind.STRING
                || isDate()
                || isIdentifier()
                || isCurrency()
                || !leaf.allowed().isEmpty();
    }
}
