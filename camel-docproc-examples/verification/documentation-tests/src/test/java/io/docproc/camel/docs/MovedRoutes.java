/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.docs;

import org.apache.camel.builder.RouteBuilder;

/** The calls of {@link HandWrittenRoutes} with the component. */
public final class MovedRoutes extends RouteBuilder {
    @Override
    public void configure() {
        // tag::crop[]
        from("direct:cropMoved")
                .routeId("moved-crop")
                .to("docproc:crop?enhanceMode=5&correctDirection=true")
                .to("file:{{outbox}}?fileName=${file:name.noext}.jpg");
        // end::crop[]

        // tag::extract[]
        from("direct:extractMoved")
                .to("docproc:extract?schema=classpath:docs/invoice-schema.json&pageCount=3")
                .to("file:{{outbox}}?fileName=${file:name.noext}.json");
        // end::extract[]

        // tag::parse[]
        from("direct:parseMoved")
                .to("docproc:parseSync?tableView=markdown")
                .to("file:{{outbox}}?fileName=${file:name.noext}.json");
        // end::parse[]

        // tag::possible[]
        from("direct:stillPossible")
                .to("docproc:extract?schema=classpath:docs/invoice-schema.json"
                        + "&param.parse_options.some_new_key=1&output=response")
                .setHeader("version", simple("${body.version}"))
                .setHeader("unknown", simple("${body.other[some_new_field]}"));
        // end::possible[]

        from("direct:one-at-a-time").to("{{cropRoute:direct:cropByHand}}");
    }
}
