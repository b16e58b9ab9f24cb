/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.examples.quickstart;

import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.support.DefaultPollingConsumerPollStrategy;

/** Notices that the inbox is empty: a document leaves it last of all, so nothing is being worked on then. */
final class IdleWatch extends DefaultPollingConsumerPollStrategy {
    private final JobFolders folders;
    private final Runnable whenIdle;

    IdleWatch(JobFolders folders, Runnable whenIdle) {
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
