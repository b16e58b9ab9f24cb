/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Describes a property that is not an option of the component in the startup failure report of Spring Boot. */
final class UnknownOptionFailureAnalyzer extends AbstractFailureAnalyzer<UnknownOptionException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnknownOptionException unknown) {
        return new FailureAnalysis(
                unknown.getMessage() + ".",
                "Correct the property's name, or remove it. The options of an endpoint, such as enhanceMode, stand in a"
                        + " route's URI.",
                unknown);
    }
}
