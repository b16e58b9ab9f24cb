/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.options;

import static io.docproc.camel.testkit.ServiceDouble.SECRET_CODE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.docproc.camel.DocprocConfiguration;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.ServiceDouble;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Validation of endpoint options when a route is built. */
class OptionValidationTest {
    /** Recursive class, which no schema can describe. */
    public record Tree(String name, List<Tree> branches) {}

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    private void route(String uri) throws Exception {
        service.route(routes -> routes.from("direct:in").to(uri));
    }

    /** Returns the stack trace of the failure when a route is built. */
    private String rejection(String uri) {
        Throwable rejection = catchThrowable(() -> route(uri));
        assertThat(rejection).as(uri).isNotNull();
        StringWriter text = new StringWriter();
        rejection.printStackTrace(new PrintWriter(text, true));
        service.assertNothingSent();
        return text.toString();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "docproc:corp|corp|crop, extract, parse, parseAsync, parseSync, parseStatus, parseResult, balance, packages, addField, updateTable",
                "docproc:CROP|CROP|crop, extract",
                "docproc:crop/|crop/|crop, extract",
                "docproc:crop?generateCitations=true|generateCitations|belongs to extract",
                "docproc:balance?fileUrl=http://a/b|fileUrl|belongs to crop, extract, parse, parseAsync, parseSync",
                "docproc:balance?validateInput=true|validateInput|belongs to",
                "docproc:balance?param.x=1|param.x|belongs to crop, extract, parse, parseAsync, parseSync, packages, addField, updateTable, call",
                "docproc:extract?param.schema.x=1|param|does not begin with file or schema",
                "docproc:extract?param.file=1|param|fileUrl",
                "docproc:parseSync?param.a..b=1|param|names that are not blank",
                "docproc:crop?cropParam.x=1|cropParam.x|param.*",
                "docproc:crop?enhancemode=5|enhancemode|enhanceMode",
                "docproc:crop?nonsense=1|nonsense|jpegQuality",
                "docproc:crop?enhanceMode=0|enhanceMode|-1, 1, 2, 3, 4, 5, 6",
                "docproc:crop?enhanceMode=7|enhanceMode|-1, 1, 2, 3, 4, 5, 6",
                "docproc:crop?enhanceMode=many|'many'|-1, 1, 2, 3, 4, 5, 6",
                "docproc:crop?cropImage=1|cropImage|true or false",
                "docproc:crop?cropImage=yes|cropImage|true or false",
                "docproc:crop?jpegQuality=0|jpegQuality|from 1 to 100",
                "docproc:crop?jpegQuality=101|jpegQuality|from 1 to 100",
                "docproc:crop?sizeAndPosition=1,2,3|sizeAndPosition|ten whole numbers",
                "docproc:crop?sizeAndPosition=0,-1,1,1,2,1,2,2,1,2|sizeAndPosition|width and height are not negative",
                "docproc:crop?sizeAndPosition=-1,0,1,1,2,1,2,2,1,2|sizeAndPosition|width and height are not negative",
                "docproc:crop?output=fields|output|image, response",
                "docproc:crop?fileUrl=ftp://a/b|fileUrl|http or https",
                "docproc:crop?fileUrl=a.pdf|fileUrl|http or https",
                "docproc:crop?validateInput=maybe|validateInput|true or false",
                "docproc:extract?output=image|output|fields, json, response",
                "docproc:extract?pageStart=0|pageStart|from 1 up",
                "docproc:extract?pageCount=-1|pageCount|from 1 up",
                "docproc:extract?formulaLevel=-1|formulaLevel|from 0 up",
                "docproc:extract?partialFailure=ignore|partialFailure|fail, accept",
                "docproc:extract?stamp=on|stamp|true or false",
                "docproc:extract?outputClass=com.example.Missing|outputClass|fully qualified class name",
                "docproc:extract?outputClass=java.lang.String|outputClass|JSON object",
                "docproc:extract?outputClass=io.docproc.camel.options.OptionValidationTest$Tree|outputClass|itself",
                "docproc:extract?schema=classpath:missing.json|schema|missing.json",
                "docproc:extract?schema=file:/nowhere/missing.json|schema|missing.json",
                "docproc:extract?schema=ref:missing|schema|missing",
                "docproc:extract?schema=RAW([1])|schema|[1]",
                "docproc:extract?schema=RAW({\"type\":)|schema|not JSON",
                "docproc:extract?schema=RAW({\"type\":\"object\"})|schema|properties",
                "docproc:parseSync?pageRange=a-b|pageRange|<first>-<last>",
                "docproc:parseSync?pageRange=0-3|pageRange|counted from 1",
                "docproc:parseSync?pageRange=0|pageRange|counted from 1",
                "docproc:parseAsync?pageRange=5-2|pageRange|<first>-<last>",
                "docproc:parseSync?pageRange=1-2,9-8|pageRange|<first>-<last>",
                "docproc:parseSync?pageRange=1-2,|pageRange|<first>-<last>",
                "docproc:parseSync?config=classpath:missing.json|config|missing.json",
                "docproc:parseSync?recognizeChemical=2|recognizeChemical|true or false",
                "docproc:packages?includeAll=all|includeAll|true or false",
                "docproc:packages?apiPath=%20|apiPath|not blank",
                "docproc:addField|workflowUrl|required",
                "docproc:updateTable?workflowUrl=ftp://a|workflowUrl|http or https",
                "docproc:balance?baseUrl=|baseUrl|required",
                "docproc:balance?baseUrl=service.example.com|baseUrl|http or https",
                "docproc:balance?baseUrl=ftp://service.example.com|baseUrl|http or https",
                "docproc:balance?baseUrl=RAW(http://a b)|baseUrl|http or https",
                "docproc:balance?baseUrl=RAW(http://host/?x=1)|baseUrl|without user, query or fragment",
                "docproc:balance?baseUrl=RAW(http://host/#x)|baseUrl|without user, query or fragment",
                "docproc:parseSync?parseService=a/b|parseService|one path segment",
                "docproc:parseSync?parseService=..|parseService|one path segment",
                "docproc:parseSync?parseService=|parseService|one path segment",
                "docproc:balance?maxConcurrentRequests=2|maxConcurrentRequests|belong to the component",
                "docproc:crop?maxUnansweredCalls=-1|maxUnansweredCalls|from 0 up",
                "docproc:crop?maxUnansweredCalls=some|maxUnansweredCalls|whole number",
                "docproc:balance?responseTimeout=soon|responseTimeout|duration",
                "docproc:balance?responseTimeout=-1|responseTimeout|from 0 up",
                "docproc:balance?http.proxyHost=proxy|http.proxyHost|belong to the component",
                "docproc:balance?sslContextParameters=#tls|sslContextParameters|belong to the component",
                "docproc:extract?param.parse_options.pdf_pwd=x|pdf_pwd|use the option pdfPassword",
                "docproc:parseSync?param.document.password=x|password|use the option pdfPassword",
                "docproc:crop?permitTimeout=-5|Option permitTimeout is -5 ms|from 0 up",
                "docproc:crop?permitTimeout=soon|'soon'|a duration such as 5s",
                "docproc:crop?outageTimeout=-5|outageTimeout|from 0 up",
                "docproc:crop?outageTimeout=soon|'soon'|a duration such as 5s",
                "docproc:crop?responseTimeout=5x|'5x'|a duration such as 5s",
                "docproc:call?servicePath=/a&jobId=1|jobId|docproc:call has no option"
            })
    void anInvalidOptionIsNamedWithTheAllowedValues(String uri, String mistake, String allowed) {
        assertThat(rejection(uri)).contains(mistake).contains(allowed).doesNotContain(SECRET_CODE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "appId=",
                "secretCode=",
                "appId=RAW(app\r\nx-evil: 1)",
                "secretCode=RAW(hidden-part\r\nx-evil: 1)",
                "secretCode=RAW(hidden-part and blank)",
                "secretCode=RAW(hidden-part密)"
            })
    void credentialsInvalidInAHeaderAreRejectedAndNotShown(String option) {
        assertThat(rejection("docproc:balance?" + option))
                .contains("Option " + option.substring(0, option.indexOf('=')))
                .doesNotContain("hidden-part");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "docproc:extract?secretCode=RAW(hidden-part)&pageStart=0",
                "docproc:extract?secretCode=hidden-part&nonsense=1",
                "docproc:extract?pdfPassword=RAW(hidden-part)&pageStart=x",
                "docproc:crop?pdfPassword=hidden-part",
                "docproc:crop?http.authPassword=RAW(hidden-part)",
                "docproc:extract?pdfPassword=hidden-part&schema=classpath:missing.json",
                "docproc:balance?secretCode=hidden-part&responseTimeout=soon",
                "docproc:completions?secretCode=hidden-part&pollStrategy=#bean:missing",
                "docproc:parseAsync?callbackSecret=hidden-part&pageRange=x"
            })
    void noErrorMessageContainsASecretOfTheUri(String uri) {
        assertThat(rejection(uri)).doesNotContain("hidden-part");
    }

    @Test
    void aUserInTheBaseUrlIsRejectedAndNotShown() {
        service.configuration().setBaseUrl("https://user:hidden-part@service.example.com");
        assertThat(rejection("docproc:balance")).contains("Option baseUrl").doesNotContain("hidden-part");

        service.configuration().setBaseUrl("https://user:hidden-part@service.example.com/a b");
        assertThat(rejection("docproc:balance")).contains("Option baseUrl").doesNotContain("hidden-part");
    }

    @Test
    @CoversFault(29)
    void missingAccountSettingsAreNamed() {
        service.component().setConfiguration(new DocprocConfiguration());
        assertThat(rejection("docproc:balance")).contains("Option appId is required");

        service.configuration().setAppId("a");
        assertThat(rejection("docproc:balance")).contains("Option secretCode is required");

        service.configuration().setSecretCode("s");
        assertThat(rejection("docproc:balance")).contains("Option baseUrl is required");
    }

    @Test
    void anOperationCannotBeConsumedFrom() {
        Throwable rejection = catchThrowable(
                () -> service.route(routes -> routes.from("docproc:crop").to("mock:out")));

        assertThat(rejection).rootCause().hasMessageContaining("docproc:crop is available to producers only");
    }
}
