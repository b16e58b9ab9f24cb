/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.service.endpoint;

/** Those who do the work on documents, behind the HTTP side. */
public record DocumentWork(
        CropEndpoint.Cropper cropper, ExtractEndpoint.Extractor extractor, ParseEndpoint.Parser parser) {}
