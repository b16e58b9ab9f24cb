/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

/**
 * Markdown of one page of a parsed document, from the texts of its elements in reading order.
 *
 * @param pageNumber the number of the page, from 1; 0 if the elements have none
 * @param markdown the texts with a blank line between them; a title begins with {@code #}; empty for a page without text
 */
public record PageMarkdown(int pageNumber, String markdown) implements ServiceResource {}
