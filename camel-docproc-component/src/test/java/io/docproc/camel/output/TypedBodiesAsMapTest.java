/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.docproc.camel.model.ServicePackages;
import io.docproc.camel.model.ServiceResource;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.camel.Message;
import org.apache.camel.NoTypeConversionAvailableException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Typed bodies that a route converts to a {@code Map}, to read them with Simple as the service spells them. */
class TypedBodiesAsMapTest {
    private static final String IMAGE = Base64.getEncoder().encodeToString(Replies.JPEG);

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    static Stream<Class<?>> typedBodies() {
        return new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackagesOf(ServiceResource.class).stream()
                        .filter(type -> type.isAssignableTo(ServiceResource.class) && type.isRecord())
                        .map(JavaClass::reflect);
    }

    @ParameterizedTest
    @MethodSource("typedBodies")
    void eachRecordConvertsToTheMapOfItsJson(Class<?> type) throws Exception {
        Object body = Json.read(
                "{\"code\":200,\"x_request_id\":\"r\",\"job_id\":\"j\",\"status\":\"s\",\"id\":7,\"duration\":12.50,"
                        + "\"new_field\":{\"amount\":1250.10,\"list\":[1,\"红\",null]},\"end_time\":\"2026-01-01 08:00:00\"}",
                type);

        Map<?, ?> map = service.context().getTypeConverter().mandatoryConvertTo(Map.class, body);

        assertThat(Json.write(map))
                .isEqualTo(service.context().getTypeConverter().mandatoryConvertTo(String.class, body));
        assertThat(map.get("new_field"))
                .isEqualTo(Map.of("amount", new BigDecimal("1250.10"), "list", Arrays.asList(1, "红", null)));
    }

    @Test
    void aBalanceIsAMapOfTheFieldsOfTheService() {
        service.respondWith("{\"code\":200,\"data\":{\"balance\":1250.10,\"available_balance\":1250.10}}");

        Map<?, ?> balance = service.call("docproc:balance", null).getBody(Map.class);

        assertThat(balance.get("available_balance")).isEqualTo(new BigDecimal("1250.10"));
    }

    @Test
    void aCropResponseIsAMapWithTheImageInBase64() {
        service.respondWith("{\"code\":200,\"result\":{\"origin_width\":7,\"image_list\":[{\"image\":\"" + IMAGE
                + "\",\"angle\":90}]}}");

        Message response = service.call("docproc:crop?output=response", Replies.DOCUMENT);

        for (int reading = 0; reading < 2; reading++) {
            Map<?, ?> result = (Map<?, ?>) response.getBody(Map.class).get("result");
            assertThat(result.get("origin_width")).isEqualTo(7);
            Map<?, ?> image = (Map<?, ?>) ((List<?>) result.get("image_list")).get(0);
            assertThat(image.get("image")).isEqualTo(IMAGE);
            assertThat(image.get("angle")).isEqualTo(90);
        }
    }

    @Test
    void theListOfPackagesConvertsToNoMap() {
        Object packages = new ServicePackages(List.of());

        assertThat(catchThrowable(() -> service.context().getTypeConverter().mandatoryConvertTo(Map.class, packages)))
                .isInstanceOf(NoTypeConversionAvailableException.class);
    }
}
