/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.internal.http;

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.apache.camel.CamelContext;
import org.apache.camel.ExtendedCamelContext;
import org.apache.camel.support.service.ServiceHelper;

/**
 * Services that several components of a context may use, such as a job repository. An object that is no service is neither
 * started nor stopped. Thread-safe. A service that starts slowly delays no other one.
 */
public final class SharedServices {
    private final Map<Object, Users> users = new IdentityHashMap<>();

    /** Number of the users of a service; also the lock under which the service starts and stops. */
    private static final class Users {
        private int number;
    }

    private SharedServices() {}

    /** Returns the services that the components of the context use. */
    public static SharedServices of(CamelContext context) {
        return ofContext(context, SharedServices.class, SharedServices::new);
    }

    /**
     * Returns the object of this type that all components of the context share. Creates it at the first call; later calls
     * take no lock.
     */
    public static <T> T ofContext(CamelContext context, Class<T> type, Supplier<T> creator) {
        ExtendedCamelContext plugins = context.getCamelContextExtension();
        T existing = plugins.getContextPlugin(type);
        if (existing == null) {
            synchronized (plugins) {
                existing = plugins.getContextPlugin(type);
                if (existing == null) {
                    existing = creator.get();
                    plugins.addContextPlugin(type, existing);
                }
            }
        }
        return existing;
    }

    /** Starts a service for one more user. */
    public void start(Object service) {
        Users started = usersOf(service);
        synchronized (started) {
            ServiceHelper.startService(service);
            started.number++;
        }
    }

    /** Stops a service that was started here when its last user has finished. */
    public void stop(Object service) {
        Users started = usersOf(service);
        synchronized (started) {
            started.number--;
            if (started.number == 0) {
                ServiceHelper.stopService(service);
            }
        }
    }

    private synchronized Users usersOf(Object service) {
        return users.computeIfAbsent(service, created -> new Users());
    }
}
