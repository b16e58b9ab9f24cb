/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Describes a placeholder without a value in the startup failure report of Spring Boot. */
final class UnresolvedPlaceholderFailureAnalyzer extends AbstractFailureAnalyzer<UnresolvedPlaceholderException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnresolvedPlaceholderException unresolved) {
        return new FailureAnalysis(
                unresolved.getMessage() + ".",
                "Set the environment variable or property that the placeholder names, or give it a default.",
                unresolved);
    }
}
