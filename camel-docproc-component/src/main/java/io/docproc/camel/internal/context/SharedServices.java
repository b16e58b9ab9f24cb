/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.context;

import java.util.IdentityHashMap;
import java.util.Map;
import org.apache.camel.CamelContext;
import org.apache.camel.support.service.ServiceHelper;

/**
 * Services that several components of a context may use, such as a job repository. An object that is no service is neither
 * started nor stopped. Thread-safe.
 */
public final class SharedServices {
    private final Map<Object, Integer> users = new IdentityHashMap<>();

    private SharedServices() {}

    /** Returns the services that the components of the context use. */
    public static SharedServices of(CamelContext context) {
        return ContextPlugins.getOrCreate(context, SharedServices.class, SharedServices::new);
    }

    /** Starts a service for one more user. */
    public synchronized void start(Object service) {
        ServiceHelper.startService(service);
        users.merge(service, 1, Integer::sum);
    }

    /** Stops a service when its last user has finished. */
    public synchronized void stop(Object service) {
        Integer others = users.computeIfPresent(service, (used, number) -> number - 1);
        if (others == null || others == 0) {
            users.remove(service);
            ServiceHelper.stopService(service);
        }
    }
}
