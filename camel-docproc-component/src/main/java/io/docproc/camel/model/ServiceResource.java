/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

/**
 * A resource of the service as the component hands it to a route. Every one converts, through Camel's type converters,
 * to a {@code String}, {@code byte[]} or {@code InputStream} of JSON in the service's own spelling.
 */
public interface ServiceResource {}
