/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.builder.component;

import org.apache.camel.Component;

/**
 * What the generated builder of the component stands on: Camel's own, under the name that the generator gives it.
 *
 * @param <C> the component
 */
public abstract class AbstractComponentBuilder<C extends Component>
        extends org.apache.camel.builder.component.AbstractComponentBuilder<C> {}
