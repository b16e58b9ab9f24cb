/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.support.DefaultPollingConsumerPollStrategy;

/**
 * Detects an empty inbox. Documents leave the inbox in the last step, so an empty inbox means that none is in flight.
 */
final class IdleDetector extends DefaultPollingConsumerPollStrategy {
    private final JobFolders folders;
    private final Runnable whenIdle;

    IdleDetector(JobFolders folders, Runnable whenIdle) {
        this.folders = folders;
        this.whenIdle = whenIdle;
    }

    @Override
    public void commit(Consumer consumer, Endpoint endpoint, int polledMessages) {
        if (polledMessages == 0 && folders.waiting() == 0) {
            whenIdle.run();
        }
    }
}
