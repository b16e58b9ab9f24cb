/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.account;

import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.apache.camel.Consumer;
import org.apache.camel.Endpoint;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.Suspendable;
import org.apache.camel.support.DefaultComponent;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultEndpoint;

/** Component whose consumers wait in their suspension, fail to resume or cannot be suspended, and that has no producer. */
final class TestConsumers extends DefaultComponent {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);

    void awaitSuspension() throws InterruptedException {
        begun.await();
    }

    void finishSuspension() {
        end.countDown();
    }

    @Override
    protected Endpoint createEndpoint(String uri, String remaining, Map<String, Object> parameters) {
        return new DefaultEndpoint(uri, this) {
            @Override
            public Producer createProducer() {
                throw new LinkageError("no producer");
            }

            @Override
            public Consumer createConsumer(Processor processor) {
                return switch (remaining) {
                    case "blocking" -> new BlockingConsumer(this, processor);
                    case "fails-to-resume" -> new NonResumableConsumer(this, processor);
                    default -> new DefaultConsumer(this, processor);
                };
            }
        };
    }

    private final class BlockingConsumer extends DefaultConsumer implements Suspendable {
        private BlockingConsumer(Endpoint endpoint, Processor processor) {
            super(endpoint, processor);
        }

        @Override
        protected void doSuspend() throws Exception {
            begun.countDown();
            end.await();
        }
    }

    private static final class NonResumableConsumer extends DefaultConsumer implements Suspendable {
        private NonResumableConsumer(Endpoint endpoint, Processor processor) {
            super(endpoint, processor);
        }

        @Override
        protected void doResume() {
            throw new LinkageError("cannot resume");
        }
    }
}
