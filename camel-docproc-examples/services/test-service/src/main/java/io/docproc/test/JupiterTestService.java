/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.test;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Test service as an extension of JUnit 5 and 6. It is reset before each test, and closed after the class or the test that
 * declares it. A field of a base class is a separate service for each subclass, at the same address.
 *
 * <p>JUnit is optional, so that loading another class must not load this one.
 */
final class JupiterTestService extends DocprocTestService
        implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {
    private String owner = "";

    private JupiterTestService(DocprocTestServiceBuilder settings) {
        super(settings);
    }

    static DocprocTestService of(DocprocTestServiceBuilder settings) {
        return new JupiterTestService(settings);
    }

    @Override
    public void beforeAll(ExtensionContext context) {
        own(context);
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        own(context);
        reset();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        closeIfOwned(context);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        closeIfOwned(context);
    }

    /** The outermost context owns the service; nested test classes do not close it. */
    private synchronized void own(ExtensionContext context) {
        if (owner.isEmpty()) {
            owner = context.getUniqueId();
            reopen();
        }
    }

    private synchronized void closeIfOwned(ExtensionContext context) {
        if (owner.equals(context.getUniqueId())) {
            close();
            owner = "";
        }
    }
}
