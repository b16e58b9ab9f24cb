/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.support;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/** Lets tests wait for long, because several modules run theirs at the same time. */
public final class AwaitilityDefaults implements LauncherSessionListener {
    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultTimeout(Duration.ofMinutes(1));
        Awaitility.doNotCatchUncaughtExceptionsByDefault();
    }
}
