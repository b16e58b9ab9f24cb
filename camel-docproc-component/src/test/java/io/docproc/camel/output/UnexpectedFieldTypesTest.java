/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.DocprocConstants;
import io.docproc.camel.internal.body.Samples;
import io.docproc.camel.model.CropResponse;
import io.docproc.camel.model.CroppedImage;
import io.docproc.camel.model.ExtractResponse;
import io.docproc.camel.testkit.CoversFault;
import io.docproc.camel.testkit.Json;
import io.docproc.camel.testkit.Replies;
import io.docproc.camel.testkit.ServiceDouble;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.apache.camel.Message;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A billed result is delivered even if other fields of the response have unexpected types. */
class UnexpectedFieldTypesTest {
    private static final byte[] PDF = Samples.pdf();
    private static final byte[] IMAGE = {(byte) 0xff, (byte) 0xd8, 1, 2, 3};
    private static final Map<String, Object> SCHEMA = Map.of(DocprocConstants.SCHEMA, Replies.SCHEMA);
    private static final String LONG_TEXT = "x".repeat(5_000_000);
    private static final String FIELDS = "\"extracted_schema\":{\"total\":12.50}";

    @RegisterExtension
    final ServiceDouble service = new ServiceDouble();

    @ParameterizedTest
    @CoversFault(57)
    @ValueSource(
            strings = {
                "'duration':'1.2s','result':{F}",
                "'duration':{'ms':3},'result':{F}",
                "'message':['ok'],'x_request_id':'r','result':{F}",
                "'version':{},'result':{F}",
                "'part_durations':{'a':'3ms','llm_duration':2.50},'result':{F}",
                "'part_durations':7,'status':[],'result':{F}",
                "'result':{'pages':{},F}",
                "'result':{F,'pages':[{'page_number':1,'angle':'n/a','durations':'fast','dpi':72}]}",
                "'result':{F,'pages':[5,{'page_number':1},null]}",
                "'result':{F,'stamps':{}}",
                "'result':{F,'stamps':[{'position':['left',2],'value':{'a':[1]},'color':[3]}]}",
                "'result':{F,'citations':[]}",
                "'result':{F,'citations':{'total':{'value':1,'bounding_regions':[7,{'position':'top','page_number':'p'}]}}}",
                "'result':{'success_count':'one',F}",
                "'result':{'success_count':{},F}",
                "'result':{F,'other':{'x':1.0}},'other':[1]"
            })
    void fieldsAreDeliveredAndOtherValuesAreKept(String fields) {
        String response = "{\"code\":200," + fields.replace('\'', '"').replace("F", FIELDS) + "}";
        service.respondWith(response);

        assertThat(service.call("docproc:extract", PDF, SCHEMA).getBody(String.class))
                .isEqualTo("{\"total\":12.50}");
        Message message = service.call("docproc:extract?output=response", PDF, SCHEMA);
        assertThat(message.getBody(ExtractResponse.class).result().fields()).containsKey("total");
        assertThat(message.getBody(ExtractResponse.class).result().citationList())
                .isNotNull();
        Json.assertEqual(withoutEmpty(message.getBody(String.class)), withoutEmpty(response));
    }

    /** Removes the empty values that the record writes for absent fields. */
    private static String withoutEmpty(String json) {
        return json.replace("\"success_count\":0,", "")
                .replaceAll("\"(citations|part_durations)\":\\{},?", "")
                .replaceAll("\"(pages|stamps|position)\":\\[],?", "")
                .replaceAll("\"(angle|height|width|page_number)\":0,?", "")
                .replaceAll(",}", "}");
    }

    @ParameterizedTest
    @CoversFault(57)
    @ValueSource(
            strings = {
                "'version':'T','result':{F}",
                "'message':'T','result':{F}",
                "'note':'T','result':{F}",
                "'note':{'a':['T']},'result':{F}",
                "'result':{F,'pages':'T'}",
                "'result':{F,'note':'T'}"
            })
    void aTextOfFiveMegabytesBesideTheFieldsIsAccepted(String fields) {
        service.respondWith("{\"code\":200,"
                + fields.replace('\'', '"').replace("F", FIELDS).replace("T", LONG_TEXT) + "}");

        assertThat(service.call("docproc:extract", PDF, SCHEMA).getBody(String.class))
                .isEqualTo("{\"total\":12.50}");
        assertThat(service.call("docproc:extract?output=response", PDF, SCHEMA)
                        .getBody(ExtractResponse.class)
                        .result()
                        .fields())
                .containsKey("total");
    }

    @Test
    @CoversFault(57)
    void aTextBeyondTheLimitIsSkippedWhenFieldsAreRequested() {
        service.respondWith(
                "{\"code\":200,\"note\":{\"a\":\"" + "x".repeat(34_000_000) + "\"},\"result\":{" + FIELDS + "}}");

        assertThat(service.call("docproc:extract", PDF, SCHEMA).getBody(String.class))
                .isEqualTo("{\"total\":12.50}");
    }

    @ParameterizedTest
    @CoversFault(57)
    @ValueSource(
            strings = {
                "'result':{'image_list':[{I}],'origin_width':99999999999}",
                "'result':{'image_list':[{'cropped_width':99999999999,I,'cropped_height':'tall'}]}",
                "'result':{'image_list':[{'position':'left',I,'angle':'n/a'}]}",
                "'result':{'image_list':[{'position':[1,'x',{}],I,'angle':[]}]}",
                "'result':{'image_list':[7,{I},'x',null]}",
                "'duration':'1.2s','version':{},'message':[1],'result':{'image_list':[{I}]}",
                "'msg':{},'x_request_id':[],'result':{'image_list':[{I}],'score':1.50}",
                "'result':{'image_list':[{I}],'note':'T'},'version':'T'"
            })
    void imagesAreDeliveredAndOtherValuesAreKept(String fields) throws Exception {
        String image = "\"image\":\"" + Base64.getEncoder().encodeToString(IMAGE) + "\"";
        String response =
                "{\"code\":200," + fields.replace('\'', '"').replace("I", image).replace("T", LONG_TEXT) + "}";
        service.respondWith(response);

        assertThat(service.call("docproc:crop", PDF).getBody(byte[].class)).isEqualTo(IMAGE);
        Message message = service.call("docproc:crop?output=response", PDF);
        List<CroppedImage> images = message.getBody(CropResponse.class).result().images();
        assertThat(images).singleElement().satisfies(one -> assertThat(one.jpeg())
                .isPresent());
        Json.assertEqual(withoutAbsent(message.getBody(String.class)), withoutAbsent(response));
    }

    private static String withoutAbsent(String json) {
        return json.replace(LONG_TEXT, "T")
                .replaceAll("\"(origin|cropped)_(width|height)\":0,?", "")
                .replace("\"angle\":-1", "\"\":0")
                .replaceAll("\"position\":\\[],?", "")
                .replaceAll(",?\"\":0", "")
                .replaceAll("([{,]),", "$1")
                .replaceAll(",}", "}");
    }
}
