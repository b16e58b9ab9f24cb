/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.builder.component;

import org.apache.camel.Component;

/**
 * Builds a component and adds it to a context: Camel's own, under the name that the generator gives it.
 *
 * @param <C> the component
 */
public interface ComponentBuilder<C extends Component> extends org.apache.camel.builder.component.ComponentBuilder<C> {}
