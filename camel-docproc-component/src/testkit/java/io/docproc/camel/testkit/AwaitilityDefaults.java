/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.testkit;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Lets every test wait for up to one minute, so that a slow machine fails no test, and not fail for an uncaught exception
 * of a test that runs at the same time.
 */
public final class AwaitilityDefaults implements LauncherSessionListener {
    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
        Awaitility.doNotCatchUncaughtExceptionsByDefault();
    }
}
