/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.springboot;

import io.docproc.camel.DocprocComponent;
import io.docproc.camel.EndpointConfiguration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.FailedToCreateRouteException;
import org.apache.camel.FailedToStartRouteException;
import org.apache.camel.util.ObjectHelper;
import org.apache.camel.util.StringHelper;
import org.springframework.beans.BeanUtils;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;

/**
 * Describes why an application does not start, if the reason is an invalid or missing option of the component. Spring Boot
 * prints the description instead of the stack trace.
 */
public final class DocprocFailureAnalyzer implements FailureAnalyzer {
    private static final Pattern OPTION = Pattern.compile("Option (\\w+) .*", Pattern.DOTALL);

    @Override
    public FailureAnalysis analyze(Throwable failure) {
        String endpoint = "the URI of the endpoint";
        Throwable invalid = null;
        for (Throwable cause : ObjectHelper.createExceptionIterable(failure)) {
            if (cause instanceof FailedToCreateRouteException route) {
                endpoint += " in route " + route.getRouteId();
            } else if (cause instanceof FailedToStartRouteException route) {
                endpoint += " in route " + route.getRouteId();
            } else if (isOfComponent(cause)) {
                invalid = cause;
            }
        }
        return invalid == null
                ? null
                : new FailureAnalysis(invalid.getMessage(), action(invalid.getMessage(), endpoint), invalid);
    }

    private static boolean isOfComponent(Throwable cause) {
        StackTraceElement[] stack = cause.getStackTrace();
        return cause instanceof IllegalArgumentException
                && stack.length > 0
                && stack[0].getClassName().startsWith(DocprocComponent.class.getPackageName() + ".");
    }

    private static String action(String message, String endpoint) {
        Matcher option = OPTION.matcher(message);
        if (message.startsWith("Property ")) {
            return "Correct the property.";
        }
        if (!option.matches() || !isProperty(DocprocComponent.class, option.group(1))) {
            return "Correct " + endpoint + ".";
        }
        String property = DocprocAutoConfiguration.PREFIX + "." + StringHelper.camelCaseToDash(option.group(1));
        return "Set the property " + property
                + (isProperty(EndpointConfiguration.class, option.group(1))
                        ? ", or " + option.group(1) + " in " + endpoint + "."
                        : ".");
    }

    private static boolean isProperty(Class<?> type, String option) {
        return BeanUtils.getPropertyDescriptor(type, option) != null;
    }
}
