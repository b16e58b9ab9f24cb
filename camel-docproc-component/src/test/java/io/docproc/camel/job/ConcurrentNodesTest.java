/* SPDX-License-Identifier: Apache-2.0 */
package io.docproc.camel.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.docproc.camel.job.JobRepository.LeaseResult;
import io.docproc.camel.testkit.DatabaseServer;
import io.docproc.camel.testkit.EachStore;
import io.docproc.camel.testkit.Matrix;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.ObjIntConsumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/** Four nodes that use the same jobs at the same time, with the default isolation of each database. */
@Timeout(120)
class ConcurrentNodesTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final String PATH = "/docproc/completions";
    private static final int NODES = 4;
    private static final int JOBS = Matrix.isFull() ? 100 : 50;

    private final List<JdbcJobRepository> nodes = new ArrayList<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(NODES);

    private void start(DatabaseServer server) {
        String url = server.newDatabase();
        for (int node = 0; node < NODES; node++) {
            JdbcJobRepository repository = new JdbcJobRepository(DatabaseServer.pool(url));
            repository.start();
            nodes.add(repository);
        }
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
        nodes.forEach(JdbcJobRepository::stop);
    }

    private static SubmittedJob job(int number) {
        return new SubmittedJob("job-" + number, "", PATH, NOW, 0);
    }

    /** Runs the work of each node for all jobs, in an order of its own. */
    private void onAllNodes(ObjIntConsumer<JdbcJobRepository> work) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(NODES);
        List<Future<?>> results = new ArrayList<>();
        for (int node = 0; node < NODES; node++) {
            int number = node;
            results.add(threads.submit(() -> {
                List<Integer> jobs =
                        new ArrayList<>(IntStream.range(0, JOBS).boxed().toList());
                Collections.shuffle(jobs, new Random(number));
                barrier.await();
                for (int job : jobs) {
                    work.accept(nodes.get(number), job);
                }
                return null;
            }));
        }
        for (Future<?> result : results) {
            result.get();
        }
    }

    @ParameterizedTest
    @EachStore
    void oneNodeLeasesAndCompletesEachJob(DatabaseServer server) throws Exception {
        start(server);
        ConcurrentLinkedQueue<Integer> completed = new ConcurrentLinkedQueue<>();

        onAllNodes((repository, job) -> {
            repository.submitted(job(job));
            if (repository.lease("job-" + job, "node-" + nodes.indexOf(repository), NOW, NOW.plusSeconds(60))
                    == LeaseResult.ACQUIRED) {
                completed.add(job);
                repository.completed("job-" + job, NOW.minusSeconds(1));
            }
        });

        assertThat(completed).doesNotHaveDuplicates().hasSize(JOBS);
        assertThat(nodes.get(0).size()).isZero();
    }

    @ParameterizedTest
    @EachStore
    void oneNodePollsEachJob(DatabaseServer server) throws Exception {
        start(server);
        IntStream.range(0, JOBS).forEach(number -> nodes.get(0).submitted(job(number)));
        ConcurrentLinkedQueue<String> polled = new ConcurrentLinkedQueue<>();

        onAllNodes((repository, job) -> {
            SubmittedJob read = job(nodes.indexOf(repository) % 2 == 0 ? job : JOBS - 1 - job);
            if (repository.reschedule(read, read.polled(NOW.plusSeconds(60)), NOW)) {
                polled.add(read.jobId());
            }
        });

        assertThat(polled).doesNotHaveDuplicates().hasSize(JOBS);
    }

    @ParameterizedTest
    @EachStore
    void purgesOfAllNodesDisturbNoSubmissionAndNoLease(DatabaseServer server) throws Exception {
        start(server);
        for (int number = 0; number < JOBS; number++) {
            nodes.get(0).submitted(job(-number - 1));
            nodes.get(0).completed("job-" + (-number - 1), NOW.minusSeconds(number));
        }

        onAllNodes((repository, job) -> {
            String owner = "node-" + nodes.indexOf(repository);
            repository.purge(NOW.minusSeconds(JOBS - job));
            repository.submitted(job(job));
            repository.lease("job-" + job, owner, NOW, NOW.plusSeconds(60));
            repository.failed("job-" + job, owner, NOW);
        });
        nodes.get(0).purge(NOW.plusSeconds(1));

        assertThat(nodes.get(0).size()).isEqualTo(JOBS);
        assertThat(nodes.get(0).lease("job--1", "a", NOW, NOW)).isEqualTo(LeaseResult.UNKNOWN);
    }
}
