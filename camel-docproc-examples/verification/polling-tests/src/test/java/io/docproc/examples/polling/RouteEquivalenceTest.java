/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.polling;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.NamedNode;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.OnCompletionDefinition;
import org.apache.camel.model.OnExceptionDefinition;
import org.apache.camel.model.ProcessorDefinitionHelper;
import org.apache.camel.model.RouteConfigurationDefinition;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.model.TryDefinition;
import org.apache.camel.support.PluginHelper;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The YAML and the XML file of an example are the same routes. */
class RouteEquivalenceTest {
    private static final Pattern URI = Pattern.compile("uri=\"([^?\"]*)\\?([^\"]*)\"");

    @ParameterizedTest
    @CsvSource({
        "quickstart, quickstart",
        "file-crop, file-crop",
        "ftp-extract, ftp-extract",
        "sftp-crop-extract, sftp-crop-extract",
        "s3-parse, s3-parse",
        "s3-parse, s3-crop"
    })
    void theYamlAndXmlRoutesHaveTheSameBeansStepsEndpointsAndFailureHandling(String example, String route)
            throws Exception {
        String file = "file:../../%1$s/src/main/resources/%2$s/%2$s.camel.".formatted(example, route);
        String yaml = description(file + "yaml");

        assertThat(yaml).contains("docproc:");
        assertThat(description(file + "xml")).isEqualTo(yaml);
    }

    private static String description(String routes) throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.getPropertiesComponent().addInitialProperty("docproc.state", "state");
            PluginHelper.getRoutesLoader(context)
                    .loadRoutes(PluginHelper.getResourceLoader(context).resolveResource(routes));
            StringBuilder text = new StringBuilder();
            for (RouteConfigurationDefinition configuration : context.getRouteConfigurationDefinitions()) {
                text.append(configuration.getId()).append('\n');
                for (OnExceptionDefinition handler : configuration.getOnExceptions()) {
                    text.append(dump(context, handler));
                }
                for (OnCompletionDefinition completion : configuration.getOnCompletions()) {
                    text.append(dump(context, completion));
                }
            }
            for (RouteDefinition route : context.getRouteDefinitions()) {
                addCatchClauses(route);
                text.append(dump(context, route));
            }
            return text.toString();
        }
    }

    /** The YAML loader keeps catch clauses apart from the outputs, which are all that is dumped. */
    private static void addCatchClauses(RouteDefinition route) {
        ProcessorDefinitionHelper.filterTypeInOutputs(route.getOutputs(), TryDefinition.class)
                .forEach(block -> block.getCatchClauses().stream()
                        .filter(Predicate.not(block.getOutputs()::contains))
                        .forEach(block.getOutputs()::add));
    }

    /** As XML, without generated ids, and with the parameters of endpoints in one order and writing. */
    private static String dump(DefaultCamelContext context, NamedNode node) throws Exception {
        String xml = PluginHelper.getModelToXMLDumper(context).dumpModelAsXml(context, node);
        String named = xml.replaceAll(" (?:id|customId|uuid)=\"[a-zA-Z]+[0-9]+\"", "");
        return URI.matcher(named).replaceAll(uri -> Matcher.quoteReplacement(canonical(uri)));
    }

    private static String canonical(MatchResult uri) {
        String[] parameters = uri.group(2).split("&amp;");
        Arrays.sort(parameters);
        return "uri=\"" + uri.group(1) + "?" + String.join("&amp;", parameters) + "\"";
    }
}
