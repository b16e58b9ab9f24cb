/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.model;

import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.annotation.JsonSerialize;

/**
 * Typed message body that the component returns. Camel's type converters convert it to a {@code String}, {@code byte[]}
 * or {@code InputStream} of JSON with the service's field names, and to a {@code Map} of that JSON.
 */
@JsonNaming(PropertyNamingStrategies.SnakeCaseStrategy.class)
@JsonSerialize(using = ModelJson.ServiceSpelling.class)
public interface ServiceResource {}
