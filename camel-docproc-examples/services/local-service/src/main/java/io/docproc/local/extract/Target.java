/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.local.extract;

import io.docproc.local.extract.Field.Group;
import io.docproc.local.extract.Field.Leaf;
import java.util.Optional;

/**
 * Field whose value is searched.
 *
 * @param names labels that a document can have for it
 * @param owner the object that contains it; empty at the top level
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

    /** Returns whether values are recognized by their form. */
    boolean hasForm() {
        return leaf.kind() != Field.Kind.STRING
                || isDate()
                || isIdentifier()
                || isCurrency()
                || !leaf.allowed().isEmpty();
    }
}
