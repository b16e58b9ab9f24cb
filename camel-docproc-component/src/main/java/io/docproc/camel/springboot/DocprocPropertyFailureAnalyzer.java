/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Describes an invalid property of the component in the startup failure report of Spring Boot. */
final class DocprocPropertyFailureAnalyzer extends AbstractFailureAnalyzer<DocprocPropertyException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, DocprocPropertyException cause) {
        return new FailureAnalysis(cause.getMessage() + ".", cause.getAction(), cause);
    }
}
