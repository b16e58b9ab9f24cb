/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells of a placeholder without value as Spring Boot tells of what is wrong with an application. */
final class UnresolvedPlaceholderFailureAnalyzer extends AbstractFailureAnalyzer<UnresolvedPlaceholderException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnresolvedPlaceholderException unresolved) {
        return new FailureAnalysis(
                unresolved.getMessage() + ".",
                "Set the environment variable or property that the placeholder names, or give it a default.",
                unresolved);
    }
}
