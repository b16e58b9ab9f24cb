/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel;

import io.docproc.camel.observe.CallStatistics;
import io.docproc.camel.observe.CompletionFigures;
import io.docproc.camel.observe.ComponentStatus;
import io.docproc.camel.observe.Meters;
import io.docproc.camel.operation.DocprocOperation;
import io.docproc.camel.webhook.ReceptionCounts;
import io.docproc.camel.webhook.ReceptionCounts.End;
import java.util.Arrays;
import java.util.Optional;
import org.apache.camel.CamelContext;

/** What a component notes of its calls and completions, and where that is shown. */
final class Observation {
    private final DocprocComponent component;
    private final CallStatistics calls = new CallStatistics(
            Arrays.stream(DocprocOperation.values()).map(Enum::name).toList());
    private final ReceptionCounts receptions = new ReceptionCounts();
    private final AccountChecks accounts = new AccountChecks();
    private final ComponentStatus status;
    private Optional<Meters> meters = Optional.empty();

    Observation(DocprocComponent component) {
        this.component = component;
        this.status = new ComponentStatus(
                calls,
                () -> Optional.ofNullable(component.quota()),
                () -> Optional.ofNullable(component.getJobLog()),
                this::completions);
    }

    /** What becomes of the calls. */
    CallStatistics calls() {
        return calls;
    }

    /** What becomes of the completions of jobs. */
    ReceptionCounts receptions() {
        return receptions;
    }

    /** How the accounts do. */
    AccountChecks accounts() {
        return accounts;
    }

    /** How the component does. */
    ComponentStatus status() {
        return status;
    }

    private CompletionFigures completions() {
        return new CompletionFigures(
                receptions.count(End.PROCESSED),
                receptions.count(End.DUPLICATE),
                receptions.count(End.FAILED),
                receptions.count(End.REFUSED));
    }

    /** Not at once: a meter registry that comes up with the context is to be found. */
    void start() throws Exception {
        component.getCamelContext().addStartupListener((context, alreadyStarted) -> bindMeters(context));
    }

    private void bindMeters(CamelContext context) {
        if (!component.isStoppingOrStopped() && meters.isEmpty()) {
            meters = Meters.bind(context, name(context), status);
        }
    }

    private String name(CamelContext context) {
        return context.getComponentNames().stream()
                .filter(name -> context.hasComponent(name) == component)
                .findAny()
                .orElse("docproc");
    }

    void stop() {
        meters.ifPresent(Meters::close);
        meters = Optional.empty();
        accounts.stop();
    }
}
