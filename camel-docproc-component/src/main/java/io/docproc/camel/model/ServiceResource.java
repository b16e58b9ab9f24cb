/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

/**
 * Typed message body that the component returns. Camel's type converters convert it to a {@code String}, {@code byte[]}
 * or {@code InputStream} of JSON with the service's field names.
 */
public interface ServiceResource {}
