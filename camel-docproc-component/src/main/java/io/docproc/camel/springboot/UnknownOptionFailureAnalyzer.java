/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells of a property that names no option as Spring Boot tells of what is wrong with an application. */
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
